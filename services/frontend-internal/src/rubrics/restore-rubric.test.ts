import { describe, expect } from 'vitest'
import type { RubricClient } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('restoreRubric', () => {
  it('makes an archived rubric published again, so that it accepts drafts', async ({ rubrics }) => {
    const rubricId = await rubrics.archived()
    const reply = await restore(rubrics, rubricId, 3)
    await expect(reply).toBeRevision(204, 4)
    expect(await reply.text()).toBe('')
    const restored = await rubrics.get(rubricId)
    expect(restored).toMatchObject({ state: 'published', revision: 4, latestVersion: 1 })
    await expect(rubrics.write('PUT', `${rubricId}/draft`, 4, restored.latest)).toBeReply(204)
  })

  it('rejects a rubric that is not archived', async ({ rubrics }) => {
    const rubricId = await rubrics.published()
    await expect(restore(rubrics, rubricId, 2)).toBeProblem(409, 'not_in_state', { detail: 'published' })
  })
})

const restore = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/restore`, revision)
