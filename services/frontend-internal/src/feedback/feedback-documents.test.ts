import { describe, expect } from 'vitest'
import { holdRow } from '../hold-row.fixture.ts'
import { issuesOf } from '../every-operation.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'
import type { FeedbackClient } from './feedback-client.fixture.ts'

describe('createFeedback', () => {
  it('begins a draft from the template, which keeps only the placeholder for the name', async ({ service }) => {
    await service.database.query(
      `INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at) VALUES (11, 1, $1, 101, now())`,
      [JSON.stringify({ en: 'Dear {{studentName}},{{exerciseName}}{{points}}{{maxPoints}}' })],
    )
    await expect(create(service, {})).toBeRevision(201, 1, {
      state: 'draft',
      revision: 1,
      body: 'Dear {{studentName}},',
      target: { type: 'student', userId: 202 },
      assessmentId: null,
    })
  })

  it('begins empty if there is no template in the language', async ({ service }) => {
    expect(await (await create(service, { language: 'fi' })).json()).toMatchObject({ body: '' })
  })

  it('begins at most 200 documents about a student, also at the same time', async ({ service }) => {
    await service.sql`INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture)
      SELECT gen_random_uuid(), 11, 203, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE FROM generate_series(1, 198)`
    const replies = await Promise.all(Array.from({ length: 6 }, () => create(service, { userId: 203 })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await issuesOf(replies.find(({ status }) => status === 400)!)).toEqual(['$ too_large'])
    await expect(create(service, { userId: 204 })).toBeReply(201)
  })

  it('begins the last one once, even where two have counted before either has written', async ({ service }) => {
    await service.sql`INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture)
      SELECT gen_random_uuid(), 11, 206, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE FROM generate_series(1, 199)`
    const letGo = await holdRow(service, 'course_settings WHERE course_id = 11')
    const creating = [create(service, { userId: 206 }), create(service, { userId: 206 })]
    await letGo(2)
    expect((await Promise.all(creating)).map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  it('rejects languages and students that the course does not have', async ({ service }) => {
    expect(await issuesOf(await create(service, { language: 'xx' }))).toEqual(['$.language invalid_value'])
    await expect(create(service, { userId: 99_999 })).toBeProblem(404, 'not_found')
    await expect(create(service, { userId: 101 })).toBeProblem(403, 'forbidden')
  })

  it('is for graders of its language, as all operations on it are', async ({ service, feedback, inFinnish }) => {
    await expect(create(service, { language: 'fi' }, inFinnish)).toBeReply(201)
    await expect(create(service, { language: 'en' }, inFinnish)).toBeProblem(404, 'not_found')
    const { id } = (await (await create(service, { language: 'en' })).json()) as { id: string }
    await expect(feedback.get(`/feedback/${id}`, inFinnish)).toBeProblem(404, 'not_found')
    await expect(feedback.patch(id, { body: 'x' }, { revision: 1, session: inFinnish })).toBeProblem(404, 'not_found')
  })
})

describe('getFeedback', () => {
  it('shows a document of a submission, with both revisions', async ({ feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await expect(feedback.get(`/feedback/${id}`)).toBeRevision(200, 1, {
      id,
      assessmentId,
      state: 'draft',
      target: { type: 'submission', exerciseId: 1103 },
      body: '',
      annotations: {},
      author: { userId: 101 },
      publishedAt: null,
      readAt: null,
    })
  })

  it('shows a document about a student, which belongs to no assessment', async ({ feedback }) => {
    const id = await feedback.ofStudent()
    const reply = await feedback.get(`/feedback/${id}`)
    expect(reply).toHaveHeaders({ etag: '"1"', 'x-assessment-revision': null })
    await expect(reply).toBeReply(200, { target: { type: 'student', userId: 201 }, assessmentId: null })
  })

  it('is forbidden to a grader who handed in the work or whom the document is about', async ({ service, feedback }) => {
    const grader = await service.signIn(103)
    const { id } = await feedback.ofSubmission([103, 203])
    for (const each of [id, await feedback.ofStudent({ userId: 103 })])
      await expect(feedback.get(`/feedback/${each}`, grader)).toBeProblem(403, 'forbidden')
  })
})

describe('deleteFeedback', () => {
  it('deletes a draft about a student with its versions', async ({ feedback }) => {
    const id = await feedback.ofStudent()
    await feedback.patch(id, { body: 'x' }, { revision: 1 })
    await expect(remove(feedback, id, 2)).toBeReply(204)
    await expect(feedback.get(`/feedback/${id}`)).toBeProblem(404, 'not_found')
  })

  it('keeps documents that were published, also if withdrawn, and documents of submissions', async ({ feedback }) => {
    const published = await feedback.ofStudent({ state: 'published' })
    await expect(remove(feedback, published)).toBeProblem(409, 'not_in_state')
    await feedback.step(published, 'withdraw')
    await expect(remove(feedback, published, 2)).toBeProblem(409, 'not_in_state')
    const { id } = await feedback.ofSubmission()
    await expect(remove(feedback, id)).toBeProblem(409, 'not_in_state')
  })
})

const create = (service: TestService, body: object, session?: string) =>
  service.send('POST', '/courses/11/feedback', { session, body: { userId: 202, language: 'en', ...body } })

const remove = (feedback: FeedbackClient, id: string, revision = 1) =>
  feedback.step(id, '', { method: 'DELETE', revision })
