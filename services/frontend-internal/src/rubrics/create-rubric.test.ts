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
      latestVersion: null,
      latestWording: null,
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

const create = (
  service: TestService,
  document: unknown,
  { session, courseId = 11 }: { session?: string | undefined; courseId?: number } = {},
): Promise<Response> => service.send('POST', `/courses/${courseId}/rubrics`, { session, body: { document } })
