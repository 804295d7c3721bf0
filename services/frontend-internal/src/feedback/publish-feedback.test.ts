import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let student: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  student = await service.signIn(202)
})
afterAll(() => service.stop())

const seenBy = async (id: string, session = student): Promise<unknown> => {
  const reply = await client.get(`/my/feedback/${id}`, session)
  return reply.ok ? ((await reply.json()) as { bodyHtml: string }).bodyHtml : reply.status
}

describe('publishFeedback', () => {
  it('lets a student read the present text, and shows later changes only when they are published', async () => {
    const id = await client.ofStudent({ userId: 202, body: '*One*' })
    expect(await seenBy(id)).toBe(404)
    expect((await client.step(id, 'publish')).status).toBe(204)
    expect(await seenBy(id)).toBe('<p><em>One</em></p>\n')
    await client.patch(id, { body: 'Two' }, { revision: 2 })
    expect(await seenBy(id)).toBe('<p><em>One</em></p>\n')
    expect((await client.step(id, 'publish', { revision: 3 })).status).toBe(204)
    expect(await seenBy(id)).toBe('<p>Two</p>\n')
  })

  it('needs the current revision', async () => {
    const id = await client.ofStudent()
    await client.patch(id, { body: 'Two' }, { revision: 1 })
    expect(await verdictOf(await client.step(id, 'publish'))).toEqual([412, 'revision_conflict'])
  })

  it('is refused to somebody who has not seen that another person withdrew the document', async () => {
    const id = await client.ofStudent({ state: 'published' })
    expect((await client.step(id, 'withdraw')).headers.get('etag')).toBe('"2"')
    expect(await verdictOf(await client.step(id, 'publish'))).toEqual([412, 'revision_conflict'])
    expect((await client.step(id, 'publish', { revision: 2 })).headers.get('etag')).toBe('"3"')
    expect(await verdictOf(await client.step(id, 'withdraw', { revision: 2 }))).toEqual([412, 'revision_conflict'])
  })

  it('makes no version, and closes the version that it publishes, also after the document was withdrawn', async () => {
    const id = await client.ofStudent({ state: 'published' })
    await client.patch(id, { body: 'Two' }, { revision: 1 })
    await client.step(id, 'withdraw', { revision: 2 })
    await client.step(id, 'publish', { revision: 3 })
    await client.patch(id, { body: 'Three' }, { revision: 4 })
    const versions = await ownerQuery(
      service,
      'SELECT body, closed_at IS NOT NULL AS closed FROM feedback_version WHERE feedback_id = $1 ORDER BY version',
      [id],
    )
    expect(versions).toEqual([
      { body: 'Two', closed: true },
      { body: 'Three', closed: false },
    ])
  })

  it('is rejected if the document could not be shown to students', async () => {
    const id = await client.ofStudent({ body: '😀'.repeat(100_000) })
    await client.patch(id, { body: '*a* '.repeat(20_000) }, { revision: 1 })
    expect(await verdictOf(await client.step(id, 'publish', { revision: 2 }))).toEqual([409, 'incomplete'])
  })

  it('shows the document of a submission again only after it was withdrawn', async () => {
    const { id, assessmentId } = await client.ofSubmission([202])
    expect(await verdictOf(await client.step(id, 'publish'))).toEqual([409, 'not_in_state'])
    await client.patch(id, { body: 'Good.' }, { revision: 1 })
    await client.assessments.complete(assessmentId, 2)
    expect(await verdictOf(await client.step(id, 'publish', { revision: 2 }))).toEqual([409, 'not_in_state'])
    await client.release(assessmentId)
    expect(await seenBy(id)).toBe('<p>Good.</p>\n')
    await client.step(id, 'withdraw', { revision: 2 })
    expect(await seenBy(id)).toBe(404)
    expect((await client.step(id, 'publish', { revision: 3 })).status).toBe(204)
    expect(await seenBy(id)).toBe('<p>Good.</p>\n')
  })

  it('rejects the document of a submission by its state, for any revision', async () => {
    const { id } = await client.ofSubmission()
    for (const step of ['publish', 'withdraw'])
      expect(await verdictOf(await client.step(id, step, { revision: 7 }))).toEqual([409, 'not_in_state'])
  })

  it('is only for teachers if the document is of a submission', async () => {
    const { id } = await client.ofSubmission([], 103)
    const grader = await service.signIn(103)
    expect(await verdictOf(await client.step(id, 'publish', { session: grader }))).toEqual([403, 'forbidden'])
  })
})
