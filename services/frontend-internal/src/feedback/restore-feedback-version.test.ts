import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
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

/** Makes the versions of a document so old that the next save begins another. */
const letVersionsAge = (id: string) =>
  ownerQuery(service, "UPDATE feedback_version SET begun_at = begun_at - interval '6 minutes' WHERE feedback_id = $1", [
    id,
  ])

const numbersOf = async (id: string): Promise<number[]> => {
  const { items } = (await (await client.get(`/feedback/${id}/versions`)).json()) as { items: { number: number }[] }
  return items.map(({ number }) => number)
}

describe('restoreFeedbackVersion', () => {
  it('saves an earlier text as a new version, and loses nothing', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one', annotations: { a: remark() } }, { revision: 1 })
    await letVersionsAge(id)
    await client.patch(id, { body: 'two', annotations: { a: null } }, { revision: 2 })
    const reply = await client.step(id, 'versions/1/restore', { revision: 3 })
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"4"',
      '4',
    ])
    expect(await client.read(id)).toMatchObject({ body: 'one', annotations: { a: { body: 'Why?' } } })
    const versions = (await (await client.get(`/feedback/${id}/versions`)).json()) as { items: { number: number }[] }
    expect(versions.items.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(await (await client.get(`/feedback/${id}/versions/2`)).json()).toMatchObject({
      body: 'two',
      annotations: {},
    })
  })

  it('makes no version of the text that stands', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    const reply = await client.step(id, 'versions/1/restore', { revision: 2 })
    expect([reply.status, reply.headers.get('etag')]).toEqual([204, '"2"'])
    expect(await numbersOf(id)).toEqual([1])
  })

  it('makes one version with the restores of the next five minutes', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    await letVersionsAge(id)
    await client.patch(id, { body: 'two' }, { revision: 2 })
    for (let turn = 0; turn < 6; turn += 1)
      expect((await client.step(id, `versions/${1 + (turn % 2)}/restore`, { revision: 3 + turn })).status).toBe(204)
    expect(await numbersOf(id)).toEqual([3, 2, 1])
    expect(await (await client.get(`/feedback/${id}/versions/2`)).json()).toMatchObject({ body: 'two' })
  })

  it('is rejected for a document with 200 versions, whose saves go on in the newest until it is frozen', async () => {
    const { id } = await client.ofSubmission()
    await client.patch(id, { body: 'one' }, { revision: 1 })
    await ownerQuery(
      service,
      `INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
      SELECT $1, number, 2, 'en', 'old', '{}', 1, now(), now() FROM generate_series(2, 200) AS number`,
      [id],
    )
    expect(await problemOf(await client.step(id, 'versions/2/restore', { revision: 2 }))).toEqual([
      400,
      'validation_failed',
      '$ too_large',
    ])
    expect((await client.patch(id, { body: 'typed' }, { revision: 2 })).status).toBe(204)
    expect((await numbersOf(id))[0]).toBe(200)
    await ownerQuery(service, 'UPDATE feedback_version SET closed_at = now() WHERE feedback_id = $1', [id])
    expect((await client.patch(id, { body: 'more' }, { revision: 3 })).status).toBe(204)
    expect((await numbersOf(id))[0]).toBe(201)
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
