import { describe, expect } from 'vitest'
import { it } from '../service-test.fixture.ts'

describe('getFeedbackTemplates', () => {
  it('has none at revision 0 before the first write, and is for graders', async ({ service }) => {
    const get = async (userId: number) => service.get('/courses/11/feedback/templates', await service.signIn(userId))
    const reply = await get(101)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual({ revision: 0, templates: {} })
    await expect(get(201)).toBeProblem(403, 'forbidden')
  })
})
