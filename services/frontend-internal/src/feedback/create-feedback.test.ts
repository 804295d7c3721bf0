import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  grader = await service.signIn(102)
})
afterAll(() => service.stop())

const create = (body: object, session = client.teacher) =>
  service.request('POST', '/courses/11/feedback', { session, body: { userId: 202, language: 'en', ...body } })

describe('createFeedback', () => {
  it('begins a draft from the template, which keeps the placeholder for the name and none for submissions', async () => {
    await ownerQuery(
      service,
      `INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at) VALUES (11, 1, $1, 101, now())`,
      [JSON.stringify({ en: 'Dear {{studentName}},{{exerciseName}}{{points}}{{maxPoints}}' })],
    )
    const reply = await create({})
    expect([reply.status, reply.headers.get('etag')]).toEqual([201, '"1"'])
    expect(await reply.json()).toMatchObject({
      state: 'draft',
      revision: 1,
      body: 'Dear {{studentName}},',
      target: { type: 'student', userId: 202 },
      assessmentId: null,
    })
  })

  it('begins empty if there is no template in the language', async () => {
    expect(await (await create({ language: 'fi' })).json()).toMatchObject({ body: '' })
  })

  it('begins at most 200 documents about a student, also at the same time', async () => {
    await ownerQuery(
      service,
      `INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture)
      SELECT gen_random_uuid(), 11, 203, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE FROM generate_series(1, 198)`,
    )
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({ userId: 203 })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await issuesOf(replies.find(({ status }) => status === 400)!)).toEqual(['$ too_large'])
    expect((await create({ userId: 204 })).status).toBe(201)
  })

  it('rejects languages and students that the course does not have', async () => {
    expect(await issuesOf(await create({ language: 'xx' }))).toEqual(['$.language invalid_value'])
    expect(await verdictOf(await create({ userId: 99_999 }))).toEqual([404, 'not_found'])
    expect(await verdictOf(await create({ userId: 101 }))).toEqual([403, 'forbidden'])
  })

  it('is for graders whose languages admit it, like all operations on the document', async () => {
    const inFinnish = await create({ language: 'fi' }, grader)
    expect(inFinnish.status).toBe(201)
    expect(await verdictOf(await create({ language: 'en' }, grader))).toEqual([404, 'not_found'])
    const { id } = (await (await create({ language: 'en' })).json()) as { id: string }
    expect(await verdictOf(await client.get(`/feedback/${id}`, grader))).toEqual([404, 'not_found'])
    expect(await verdictOf(await client.patch(id, { body: 'x' }, { revision: 1, session: grader }))).toEqual([
      404,
      'not_found',
    ])
  })
})
