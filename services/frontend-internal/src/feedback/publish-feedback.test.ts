import { describe, expect } from 'vitest'
import type { FeedbackClient } from './feedback-client.fixture.ts'
import { itOnExamples } from '../service-test.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(202))

describe('publishFeedback', () => {
  it('lets a student read the text, and changes only once they are published', async ({ feedback, student }) => {
    const id = await feedback.ofStudent({ userId: 202, body: '*One*' })
    expect(await seenBy(feedback, student, id)).toBe(404)
    await expect(feedback.step(id, 'publish')).toBeReply(204)
    expect(await seenBy(feedback, student, id)).toBe('<p><em>One</em></p>\n')
    await feedback.patch(id, { body: 'Two' }, { revision: 2 })
    expect(await seenBy(feedback, student, id)).toBe('<p><em>One</em></p>\n')
    await expect(feedback.step(id, 'publish', { revision: 3 })).toBeReply(204)
    expect(await seenBy(feedback, student, id)).toBe('<p>Two</p>\n')
  })

  it('freezes no more than 200 texts, and stops neither what is frozen nor typing', async ({ service, feedback }) => {
    const id = await feedback.ofStudent({ userId: 202, body: 'one' })
    await feedback.patch(id, { body: 'two' }, { revision: 1 })
    await service.sql`INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
      SELECT ${id}, number, 2, 'en', 'old', '{}', 1, now(), now(), now() FROM generate_series(2, 199) AS number`
    await feedback.patch(id, { body: 'the 200th' }, { revision: 2 })
    const refused = { path: '$', code: 'too_large' }
    const reply = await feedback.step(id, 'publish', { revision: 3 })
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { code: 'validation_failed', fieldErrors: [refused] },
    ])
    await expect(feedback.patch(id, { body: 'typed on' }, { revision: 3 })).toBeReply(204)
    await service.sql`UPDATE feedback_version SET closed_at = now() WHERE feedback_id = ${id}`
    await expect(feedback.step(id, 'publish', { revision: 4 })).toBeReply(204)
  })

  it('is refused to somebody who has not seen that another person withdrew the document', async ({ feedback }) => {
    const id = await feedback.ofStudent({ state: 'published' })
    expect((await feedback.step(id, 'withdraw')).headers.get('etag')).toBe('"2"')
    await expect(feedback.step(id, 'publish')).toBeProblem(412, 'revision_conflict')
    expect((await feedback.step(id, 'publish', { revision: 2 })).headers.get('etag')).toBe('"3"')
    await expect(feedback.step(id, 'withdraw', { revision: 2 })).toBeProblem(412, 'revision_conflict')
  })

  it('makes no version, and closes the one that it publishes, each time', async ({ service, feedback }) => {
    const id = await feedback.ofStudent({ state: 'published' })
    await feedback.patch(id, { body: 'Two' }, { revision: 1 })
    await feedback.step(id, 'withdraw', { revision: 2 })
    await feedback.step(id, 'publish', { revision: 3 })
    await feedback.patch(id, { body: 'Three' }, { revision: 4 })
    const versions =
      await service.sql`SELECT body, closed_at IS NOT NULL AS closed FROM feedback_version WHERE feedback_id = ${id} ORDER BY version`
    expect(versions).toEqual([
      { body: 'Two', closed: true },
      { body: 'Three', closed: false },
    ])
  })

  it('is rejected if the document could not be shown to students', async ({ feedback }) => {
    const id = await feedback.ofStudent({ body: '😀'.repeat(100_000) })
    await feedback.patch(id, { body: '*a* '.repeat(20_000) }, { revision: 1 })
    await expect(feedback.step(id, 'publish', { revision: 2 })).toBeProblem(409, 'incomplete')
  })

  it('shows that of a submission again only after it was withdrawn', async ({ assessments, feedback, student }) => {
    const { id, assessmentId } = await feedback.ofSubmission([202])
    await expect(feedback.step(id, 'publish')).toBeProblem(409, 'not_in_state')
    await feedback.patch(id, { body: 'Good.' }, { revision: 1 })
    await assessments.complete(assessmentId, 2)
    await expect(feedback.step(id, 'publish', { revision: 2 })).toBeProblem(409, 'not_in_state')
    await feedback.release(assessmentId)
    expect(await seenBy(feedback, student, id)).toBe('<p>Good.</p>\n')
    await feedback.step(id, 'withdraw', { revision: 2 })
    expect(await seenBy(feedback, student, id)).toBe(404)
    await expect(feedback.step(id, 'publish', { revision: 3 })).toBeReply(204)
    expect(await seenBy(feedback, student, id)).toBe('<p>Good.</p>\n')
  })

  it('rejects the document of a submission by its state, for any revision', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    for (const step of ['publish', 'withdraw'])
      await expect(feedback.step(id, step, { revision: 7 })).toBeProblem(409, 'not_in_state')
  })

  it('is only for teachers if the document is of a submission', async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission([], 103)
    const grader = await service.signIn(103)
    for (const step of ['publish', 'withdraw'])
      await expect(feedback.step(id, step, { session: grader })).toBeProblem(403, 'forbidden')
  })
})

const seenBy = async (feedback: FeedbackClient, student: string, id: string, session = student): Promise<unknown> => {
  const reply = await feedback.get(`/my/feedback/${id}`, session)
  return reply.ok ? ((await reply.json()) as { bodyHtml: string }).bodyHtml : reply.status
}
