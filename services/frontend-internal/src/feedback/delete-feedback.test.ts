import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

const remove = (id: string, revision = 1) => client.step(id, '', { method: 'DELETE', revision })

describe('deleteFeedback', () => {
  it('deletes a draft about a student with its versions', async () => {
    const id = await client.ofStudent()
    await client.patch(id, { body: 'x' }, { revision: 1 })
    expect((await remove(id, 2)).status).toBe(204)
    expect(await verdictOf(await client.get(`/feedback/${id}`))).toEqual([404, 'not_found'])
  })

  it('needs the current revision', async () => {
    expect(await verdictOf(await remove(await client.ofStudent(), 2))).toEqual([412, 'revision_conflict'])
  })

  it('keeps documents that were published, also if withdrawn, and documents of submissions', async () => {
    const published = await client.ofStudent({ state: 'published' })
    expect(await verdictOf(await remove(published))).toEqual([409, 'not_in_state'])
    await client.step(published, 'withdraw')
    expect(await verdictOf(await remove(published, 2))).toEqual([409, 'not_in_state'])
    const { id } = await client.ofSubmission()
    expect(await verdictOf(await remove(id))).toEqual([409, 'not_in_state'])
  })
})
