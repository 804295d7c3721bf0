import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('createRubric', () => {
  it('replies 201 with a draft at revision 1, and later reads return that draft', async ({ service, rubrics }) => {
    const reply = await create(service, rubricDocumentExample)
    await expect(reply).toBeRevision(201, 1)
    const body = (await reply.json()) as { rubricId: string }
    expect(body).toEqual({
      rubricId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      courseId: 11,
      state: 'draft',
      revision: 1,
      title: rubricDocumentExample.title,
      hasDraft: true,
      latestVersion: null,
      latestWording: null,
      uses: [],
      draft: rubricDocumentExample,
      latest: null,
      exerciseIds: [],
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/\.\d{3}Z$/),
    })
    expect(await rubrics.get(body.rubricId)).toEqual(body)
  })

  it("checks that the languages are those of the rubric's own course", async ({ service }) => {
    const session = await service.signIn(104)
    const ofOther = { session, courseId: 13 }
    const [, , report] = rubricDocumentExample.criteria
    const inEnglish = aDocument({ title: { en: 'Project' }, criteria: [report] })
    await expect(create(service, inEnglish, ofOther)).toBeReply(201)
    await expect(create(service, aDocument(), ofOther)).toBeProblem(400, 'validation_failed', [
      '$.document.title.fi invalid_value',
      '$.document.criteria[0].title.fi invalid_value',
    ])
  })
})

describe('copyRubric', () => {
  it('makes a draft of the latest version in the same course', async ({ service, rubrics }) => {
    const rubricId = await rubrics.edited()
    const reply = await copy(service, rubricId, 11)
    await expect(reply).toBeRevision(201, 1)
    const made = (await reply.json()) as { rubricId: string }
    expect(made).toMatchObject({
      courseId: 11,
      state: 'draft',
      revision: 1,
      draft: rubricDocumentExample,
      latest: null,
    })
    expect(made.rubricId).not.toBe(rubricId)
    expect(await rubrics.get(made.rubricId)).toEqual(made)
  })

  it('copies the draft if nothing was published', async ({ service, rubrics }) => {
    const document = aDocument({ title: { fi: 'Luonnos' } })
    expect(await (await copy(service, await rubrics.draft(document), 11)).json()).toMatchObject({ draft: document })
  })

  it('drops texts in languages that the other course lacks', async ({ service, rubrics }) => {
    const session = await teachThirteen(service)
    const [first, ...others] = rubricDocumentExample.criteria
    await expect(copy(service, await rubrics.published(), 13, session)).toBeReply(201, {
      courseId: 13,
      title: { en: 'Programming project' },
      draft: {
        ...rubricDocumentExample,
        title: { en: 'Programming project' },
        criteria: [{ ...first, title: { en: 'Structure of the program' } }, ...others],
      },
    })
  })

  it('copies nothing if a title would have no text left', async ({ service, rubrics }) => {
    const session = await teachThirteen(service)
    const rubricId = await rubrics.draft(aDocument({ title: { fi: 'Luonnos' } }))
    await expect(copy(service, rubricId, 13, session)).toBeProblem(400, 'validation_failed', [
      '$.courseId invalid_value',
    ])
    const list = await service.get('/courses/13/rubrics?state=draft', session)
    expect(JSON.stringify(await list.json())).not.toContain('Luonnos')
  })

  it('is for teachers of both courses, and needs the other one to be configured', async ({ service, rubrics }) => {
    const rubricId = await rubrics.published()
    for (const courseId of [14, 99]) await expect(copy(service, rubricId, courseId)).toBeProblem(403, 'forbidden')
    await expect(copy(service, rubricId, 12)).toBeProblem(404, 'not_found')
    await expect(copy(service, rubricId, 13, await service.signIn(104))).toBeProblem(404, 'not_found')
    await expect(copy(service, rubricId, 11, await service.signIn(102))).toBeProblem(403, 'forbidden')
  })
})

const create = (
  service: TestService,
  document: unknown,
  { session, courseId = 11 }: { session?: string | undefined; courseId?: number } = {},
): Promise<Response> => service.send('POST', `/courses/${courseId}/rubrics`, { session, body: { document } })

const copy = (service: TestService, rubricId: string, courseId: number, session?: string): Promise<Response> =>
  service.send('POST', `/rubrics/${rubricId}/copy`, { session, body: { courseId } })

/** Teacher 101 teaches course 13 too, where English is the only language. */
const teachThirteen = async (service: TestService): Promise<string> => {
  service.upstream.world.setRole(13, 101, 'teacher')
  return await service.signIn(101)
}
