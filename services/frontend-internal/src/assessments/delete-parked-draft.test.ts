import { describe, expect } from 'vitest'
import { placeParkedDrafts } from './parked-drafts.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('deleteParkedDraft', () => {
  it('deletes it only for its owner, once', async ({ service, grader }) => {
    const [id = ''] = await placeParkedDrafts(service, 1)
    await expect(remove(service, id, grader)).toBeProblem(404, 'not_found')
    await expect(remove(service, id)).toBeReply(204)
    await expect(remove(service, id)).toBeProblem(404, 'not_found')
  })
})

const remove = (service: TestService, id: string, session?: string) =>
  service.send('DELETE', `/parked-drafts/${id}`, { session })
