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

  it('does not delete one that was published', async ({ rubrics }) => {
    await expect(remove(rubrics, await rubrics.published(), 2)).toBeProblem(409, 'rubric_in_use')
  })
})

const remove = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', rubricId, revision)
