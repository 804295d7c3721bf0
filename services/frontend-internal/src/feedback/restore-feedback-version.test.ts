import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, remark } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

describe('restoreFeedbackVersion', () => {
  it('saves an earlier text as a new version, and loses nothing', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one', annotations: { a: remark() } }, { revision: 1 })
    expect((await client.step(id, 'versions/1/restore', { revision: 2 })).headers.get('etag')).toBe('"3"')
    await client.patch(id, { body: 'two', annotations: { a: null } }, { revision: 3 })
    const reply = await client.step(id, 'versions/1/restore', { revision: 4 })
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"5"',
      '5',
    ])
    expect(await client.read(id)).toMatchObject({ body: 'one', annotations: { a: { body: 'Why?' } } })
    const versions = (await (await client.get(`/feedback/${id}/versions`)).json()) as { items: { number: number }[] }
    expect(versions.items.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(await (await client.get(`/feedback/${id}/versions/2`)).json()).toMatchObject({
      body: 'two',
      annotations: {},
    })
  })

  it('needs the right to save and the current revision', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    expect(await verdictOf(await client.step(id, 'versions/1/restore', { revision: 1 }))).toEqual([
      412,
      'revision_conflict',
    ])
    await client.assessments.giveTo(assessmentId, 103)
    expect(await verdictOf(await client.step(id, 'versions/1/restore', { revision: 2 }))).toEqual([409, 'claim_lost'])
    const other = await client.ofSubmission()
    await client.patch(other.id, { body: 'one' }, { revision: 1 })
    await client.assessments.complete(other.assessmentId, 2)
    expect(await verdictOf(await client.step(other.id, 'versions/1/restore', { revision: 2 }))).toEqual([
      409,
      'not_in_state',
    ])
  })

  it('does not find a version that does not exist', async () => {
    const { id } = await client.ofSubmission()
    expect(await verdictOf(await client.step(id, 'versions/1/restore'))).toEqual([404, 'not_found'])
  })
})
