import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { describe, expect } from 'vitest'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'
import { type FeedbackClient, remark } from './feedback-client.fixture.ts'

describe('getFeedbackVersion', () => {
  it('shows a version with its text', async ({ feedback }) => {
    expect(await (await feedback.get(`/feedback/${feedbackIds.held}/versions/1`)).json()).toMatchObject({
      number: 1,
      body: 'First.',
      annotations: {},
    })
  })

  it('does not find a version that does not exist', async ({ feedback }) => {
    await expect(feedback.get(`/feedback/${feedbackIds.held}/versions/99`)).toBeProblem(404, 'not_found')
  })
})

describe('listFeedbackVersions', () => {
  it('lists the newest first, without texts, by pages', async ({ feedback }) => {
    await feedback.patch(feedbackIds.held, { body: 'two' }, { revision: 1 })
    const first = (await (await feedback.get(`/feedback/${feedbackIds.held}/versions?limit=1`)).json()) as {
      items: unknown[]
      nextCursor: string
    }
    expect(first.items).toEqual([
      {
        number: 2,
        language: 'en',
        savedBy: { userId: 101, fullName: 'Terry Teacher', alias: false },
        begunAt: expect.any(String),
        savedAt: expect.any(String),
        closedAt: null,
      },
    ])
    const next = await feedback.get(`/feedback/${feedbackIds.held}/versions?limit=1&cursor=${first.nextCursor}`)
    expect(await next.json()).toMatchObject({ items: [{ number: 1 }], nextCursor: null })
  })
})

describe('restoreFeedbackVersion', () => {
  it('saves an earlier text as a new version, and loses nothing', async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one', annotations: { a: remark() } }, { revision: 1 })
    await letVersionsAge(service, id)
    await feedback.patch(id, { body: 'two', annotations: { a: null } }, { revision: 2 })
    await expect(feedback.step(id, 'versions/1/restore', { revision: 3 })).toBeRevision(204, 4)
    expect(await feedback.read(id)).toMatchObject({ body: 'one', annotations: { a: { body: 'Why?' } } })
    const versions = (await (await feedback.get(`/feedback/${id}/versions`)).json()) as { items: { number: number }[] }
    expect(versions.items.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(await (await feedback.get(`/feedback/${id}/versions/2`)).json()).toMatchObject({
      body: 'two',
      annotations: {},
    })
  })

  it('makes no version of the text that stands', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await expect(feedback.step(id, 'versions/1/restore', { revision: 2 })).toBeRevision(204, 2)
    expect(await numbersOf(feedback, id)).toEqual([1])
  })

  it('makes one version with the restores of the next five minutes', async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await letVersionsAge(service, id)
    await feedback.patch(id, { body: 'two' }, { revision: 2 })
    for (let turn = 0; turn < 6; turn += 1)
      await expect(feedback.step(id, `versions/${1 + (turn % 2)}/restore`, { revision: 3 + turn })).toBeReply(204)
    expect(await numbersOf(feedback, id)).toEqual([3, 2, 1])
    expect(await (await feedback.get(`/feedback/${id}/versions/2`)).json()).toMatchObject({ body: 'two' })
  })

  it('is rejected for a document with 200 versions, unlike saves until it is frozen', async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await service.sql`INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
      SELECT ${id}, number, 2, 'en', 'old', '{}', 1, now(), now() FROM generate_series(2, 200) AS number`
    await expect(feedback.step(id, 'versions/2/restore', { revision: 2 })).toBeProblem(400, 'validation_failed', [
      '$ too_large',
    ])
    await expect(feedback.patch(id, { body: 'typed' }, { revision: 2 })).toBeReply(204)
    expect((await numbersOf(feedback, id))[0]).toBe(200)
    await service.sql`UPDATE feedback_version SET closed_at = now() WHERE feedback_id = ${id}`
    await expect(feedback.patch(id, { body: 'more' }, { revision: 3 })).toBeReply(204)
    expect((await numbersOf(feedback, id))[0]).toBe(201)
  })

  it('needs the right to save and the current revision', async ({ assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await feedback.patch(id, { body: 'one' }, { revision: 1 })
    await expect(feedback.step(id, 'versions/1/restore', { revision: 1 })).toBeProblem(412, 'revision_conflict')
    await assessments.giveTo(assessmentId, 103)
    await expect(feedback.step(id, 'versions/1/restore', { revision: 2 })).toBeProblem(409, 'claim_lost')
    const other = await feedback.ofSubmission()
    await feedback.patch(other.id, { body: 'one' }, { revision: 1 })
    await assessments.complete(other.assessmentId, 2)
    await expect(feedback.step(other.id, 'versions/1/restore', { revision: 2 })).toBeProblem(409, 'not_in_state')
  })

  it('does not find a version that does not exist', async ({ feedback }) => {
    const { id } = await feedback.ofSubmission()
    await expect(feedback.step(id, 'versions/1/restore')).toBeProblem(404, 'not_found')
  })
})

/** Makes the versions of a document so old that the next save begins another. */
const letVersionsAge = (service: TestService, id: string) =>
  service.sql`UPDATE feedback_version SET begun_at = begun_at - interval '6 minutes' WHERE feedback_id = ${id}`

const numbersOf = async (feedback: FeedbackClient, id: string): Promise<number[]> => {
  const { items } = (await (await feedback.get(`/feedback/${id}/versions`)).json()) as { items: { number: number }[] }
  return items.map(({ number }) => number)
}
