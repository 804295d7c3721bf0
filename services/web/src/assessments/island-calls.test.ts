import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NextRequest } from '../islands/grading/replies.ts'
import { openTestWeb, publicOrigin, type WebReply } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => boundary.forget())

const { id, feedbackId, courseId, exerciseId, submissionId } =
  frontendInternal.operations.getAssessment.replies[200].example
const assessment = `/grade/${id}`
const exercise = `/courses/${courseId}/exercises/${exerciseId}`

/** All that the script sends. */
const nextRequest: Required<NextRequest> = { locale: 'en', goesOn: true, teaches: false }
const reads = [
  `${assessment}/standing?feedback=${feedbackId}`,
  `${assessment}/parked?feedback=${feedbackId}`,
  `${exercise}/snippets?q=names&language=fi`,
  `/submissions/${submissionId}/more?assessment=${id}&feedback=${feedbackId}`,
]
const writes: readonly [path: string, body: object][] = [
  [`${assessment}/judgement`, { base: 3, patch: { privateNote: 'A note.' } }],
  [`${assessment}/wording`, { base: 3, feedbackId, patch: { body: 'A text.' } }],
  [`${assessment}/complete`, { revision: 3 }],
  [`${assessment}/claim`, {}],
  [`${assessment}/leave`, { how: 'postpone', note: 'Later.' }],
  [`${exercise}/next`, nextRequest],
  [`/courses/${courseId}/preview`, { text: 'A text.', feedbackId }],
]
const all = [...reads.map((path) => [path, undefined] as const), ...writes]

describe('each call of the grading page', () => {
  it.each(all)('is answered in JSON to the person for whom it was typed: %s', async (path, body) => {
    const { status, headers } = await call(path, body)
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(boundary.calls.length).toBeGreaterThan(0)
  })

  it.each(all)('is refused before the boundary is asked, to anybody else: %s', async (path, body) => {
    const replies = [
      await call(path, body, { signedIn: false }),
      await call(path, body, { headers: { 'X-Person': '' } }),
      await call(path, body, { headers: { 'X-Person': '102' } }),
    ]
    expect(replies.map(({ status, text }) => [status, JSON.parse(text)])).toEqual([
      [401, { code: 'session_expired' }],
      [409, { code: 'other_person' }],
      [409, { code: 'other_person' }],
    ])
    expect(boundary.calls).toEqual([])
  })

  it.each(all)('says in JSON where the session has ended at the boundary: %s', async (path, body) => {
    const reply = { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } }
    for (const operation of Object.keys(frontendInternal.operations))
      boundary.replyWith(operation as keyof typeof frontendInternal.operations, reply)
    expect(told(await call(path, body))).toEqual([401, 'session_expired'])
  })

  it.each(writes)('that writes is refused to another site, and to what is no JSON: %s', async (path, body) => {
    const statuses = [
      await call(path, body, { headers: { Origin: '' } }),
      await call(path, body, { headers: { Origin: 'https://evil.example' } }),
      await call(path, body, { headers: { 'Content-Type': 'text/plain' } }),
      ...(await Promise.all(['', '{', 'null', '"text"'].map((text) => call(path, body, { body: text })))),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 415, 400, 400, 400, 400])
    expect(boundary.calls).toEqual([])
  })
})

describe('a save', () => {
  it.each(['judgement', 'wording'] as const)('of the %s says the new revision', async (path) => {
    expect(JSON.parse((await save(path)).text)).toMatchObject({ revision: expect.any(Number) })
  })

  it.each([
    ['judgement', 'patchAssessment', 412, 'revision_conflict'],
    ['judgement', 'patchAssessment', 409, 'merge_conflict'],
    ['judgement', 'patchAssessment', 409, 'claim_lost'],
    ['wording', 'patchFeedback', 412, 'revision_conflict'],
    ['wording', 'patchFeedback', 409, 'merge_conflict'],
  ] as const)('of the %s, refused by %s with %i %s, says so', async (path, operation, status, code) => {
    const fieldErrors = [{ path: '$.body', code: 'changed', message: 'Changed.' }]
    boundary.replyWith(operation, { status, body: { code, requestId: 'r-12345678', fieldErrors } })
    const reply = await save(path)
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      status,
      { code, fieldErrors: [{ path: '$.body', code: 'changed' }] },
    ])
  })

  const save = (path: 'judgement' | 'wording') => call(...writes.find(([each]) => each.endsWith(`/${path}`))!)
})

describe('a completion of another revision than the one that stands', () => {
  it('is refused, and says so', async () => {
    boundary.replyWith('completeAssessment', {
      status: 412,
      body: { code: 'revision_conflict', requestId: 'r-12345678' },
    })
    expect(told(await call(`${assessment}/complete`, { revision: 2 }))).toEqual([412, 'revision_conflict'])
  })
})

describe('saves that were refused', () => {
  it('are told by the fields that they were of, of both documents', async () => {
    const { text } = await call(`${assessment}/parked?feedback=${feedbackId}`)
    const draft = {
      refusedAt: expect.any(String),
      fields: { 'scores/report/comment': 'The second part is missing.' },
    }
    expect(JSON.parse(text)).toEqual({ hasMore: false, items: [draft, draft] })
    expect(boundary.calls.filter(({ operation }) => operation === 'listParkedDrafts')).toMatchObject([
      { target: expect.stringContaining(`assessmentId=${id}`) },
      { target: expect.stringContaining(`feedbackId=${feedbackId}`) },
    ])
  })

  it('are said to be more where a page of them goes on', async () => {
    const { items } = frontendInternal.operations.listParkedDrafts.replies[200].example
    boundary.replyWith('listParkedDrafts', { status: 200, body: { items, nextCursor: 'next' } })
    expect(JSON.parse((await call(`${assessment}/parked?feedback=${feedbackId}`)).text)).toMatchObject({
      hasMore: true,
    })
  })
})

describe('the next assessment', () => {
  it('comes with the settings and counts that stand at the boundary by now', async () => {
    const { operations } = frontendInternal
    const [queue] = operations.listQueues.replies[200].example.items
    const grading = { ...operations.getExerciseGrading.replies[200].example, release: 'immediate', leaseMinutes: 7 }
    boundary.replyWith('getExerciseGrading', { status: 200, body: grading })
    const counts = { items: [{ ...queue, completedByMe: 5, mine: 3 }], nextCursor: null }
    boundary.replyWith('listQueues', { status: 200, body: counts })
    const { text } = await call(`${exercise}/next`, nextRequest)
    expect(JSON.parse(text).start).toMatchObject({
      exercise: { isImmediate: true, leaseMinutes: 7 },
      progress: { graded: 5, waiting: 3 },
    })
  })
})

const told = ({ status, text }: WebReply): [number, unknown] => [
  status,
  (JSON.parse(text) as { readonly code: unknown }).code,
]

/** As the script of the page asks for user 101, but for what a test says. */
function call(path: string, body?: object, more: Parameters<typeof ask>[1] = {}): Promise<WebReply> {
  const written = body && { 'Content-Type': 'application/json', Origin: publicOrigin }
  return ask(path, {
    signedIn: true,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    ...more,
    headers: { 'X-Person': '101', ...written, ...more.headers },
  })
}
