import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { rubricClient, type RubricClient } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
let rubrics: RubricClient
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
  rubrics = rubricClient(service, teacher)
})
afterAll(() => service.stop())

const discard = (rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', `${rubricId}/draft`, revision)

describe('deleteRubricDraft', () => {
  it('deletes the draft, and keeps published versions', async () => {
    const rubricId = await rubrics.edited()
    const reply = await discard(rubricId, 3)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"4"', ''])
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      draft: null,
      latest: rubricDocumentExample,
    })
  })

  it.each(['draft', 'published', 'archived'] as const)(
    'is not done to one that is %s and has no draft to lose',
    async (state) => {
      const rubricId = await rubrics[state]()
      const { revision } = await rubrics.get(rubricId)
      const reply = await discard(rubricId, revision)
      expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'not_in_state', detail: state }])
      expect((await rubrics.get(rubricId)).revision).toBe(revision)
    },
  )

  it('rejects another revision than the present one', async () => {
    expect(await problemOf(await discard(await rubrics.edited(), 2))).toEqual([412, 'revision_conflict'])
  })
})
