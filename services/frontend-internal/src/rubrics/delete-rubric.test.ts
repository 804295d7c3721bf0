import { describe, expect } from 'vitest'
import type { RubricClient } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('deleteRubric', () => {
  it('deletes a rubric that was never published', async ({ service, rubrics }) => {
    const rubricId = await rubrics.draft()
    const reply = await remove(rubrics, rubricId, 1)
    expect(reply.status).toBe(204)
    expect(reply.headers.get('etag')).toBe(null)
    expect(await reply.text()).toBe('')
    for (const again of [await remove(rubrics, rubricId, 1), await service.get(`/rubrics/${rubricId}`)])
      await expect(again).toBeProblem(404, 'not_found')
  })

  it.for(['published', 'edited', 'archived'] as const)('does not delete one that is %s', async (state, { rubrics }) => {
    const rubricId = await rubrics[state]()
    const { revision } = await rubrics.get(rubricId)
    await expect(remove(rubrics, rubricId, revision)).toBeProblem(409, 'rubric_in_use')
    expect((await rubrics.get(rubricId)).revision).toBe(revision)
  })
})

const remove = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', rubricId, revision)
