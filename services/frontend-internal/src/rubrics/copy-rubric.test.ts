import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { aDocument, rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

const copy = (rubricId: string, courseId: number, session = teacher): Promise<Response> =>
  service.request('POST', `/rubrics/${rubricId}/copy`, { session, body: { courseId } })
/** Teacher 101 teaches course 13 too, where English is the only language. */
const teachThirteen = async (): Promise<string> => {
  service.upstream.world.setRole(13, 101, 'teacher')
  return await service.signIn(101)
}

describe('copyRubric', () => {
  it('makes a draft of the latest version in the same course', async () => {
    const rubricId = await rubrics.edited()
    const reply = await copy(rubricId, 11)
    expect([reply.status, reply.headers.get('etag')]).toEqual([201, '"1"'])
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

  it('copies the draft if nothing was published', async () => {
    const document = aDocument({ title: { fi: 'Luonnos' } })
    expect(await (await copy(await rubrics.draft(document), 11)).json()).toMatchObject({ draft: document })
  })

  it('drops texts in languages that the other course lacks', async () => {
    const session = await teachThirteen()
    const [first, ...others] = rubricDocumentExample.criteria
    const reply = await copy(await rubrics.published(), 13, session)
    expect([reply.status, await reply.json()]).toMatchObject([
      201,
      {
        courseId: 13,
        title: { en: 'Programming project' },
        draft: {
          ...rubricDocumentExample,
          title: { en: 'Programming project' },
          criteria: [{ ...first, title: { en: 'Structure of the program' } }, ...others],
        },
      },
    ])
  })

  it('copies nothing if a title would have no text left', async () => {
    const session = await teachThirteen()
    const rubricId = await rubrics.draft(aDocument({ title: { fi: 'Luonnos' } }))
    expect(await problemOf(await copy(rubricId, 13, session))).toEqual([
      400,
      'validation_failed',
      '$.courseId invalid_value',
    ])
    const list = await service.request('GET', '/courses/13/rubrics?state=draft', { session })
    expect(JSON.stringify(await list.json())).not.toContain('Luonnos')
  })

  it('is for teachers of both courses, and needs the other one to be configured', async () => {
    const rubricId = await rubrics.published()
    for (const courseId of [14, 99]) expect(await problemOf(await copy(rubricId, courseId))).toEqual([403, 'forbidden'])
    expect(await problemOf(await copy(rubricId, 12))).toEqual([404, 'not_found'])
    expect(await problemOf(await copy(rubricId, 13, await service.signIn(104)))).toEqual([404, 'not_found'])
    expect(await problemOf(await copy(rubricId, 11, await service.signIn(102)))).toEqual([403, 'forbidden'])
  })
})
