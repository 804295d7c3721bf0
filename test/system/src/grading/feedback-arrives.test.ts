import type { StudentFeedback } from '@course-grading/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import { fullRun } from '../full-run.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { startWorld, type SystemWorld, tokenOf } from '../world.ts'

const count = fullRun ? 200 : 12
const exerciseId = 1104
const maxPoints = 100
let world: SystemWorld
let frontend: ServiceProcess
let manualGrading: ServiceProcess
let teacher: string
beforeAll(async () => {
  world = await startWorld()
  frontend = await world.start('frontend-internal')
  manualGrading = await world.start('manual-grading', {
    CALLBACK_ALLOWED: `${world.upstream.url}/api/v2/submissions/*/grader|127.0.0.1/32`,
  })
  teacher = await signIn(frontend)
  const path = `/courses/11/exercises/${exerciseId}/grading`
  const settings = (await done(askFrontend(frontend, 'GET', path, { session: teacher }))) as object
  const body = { ...settings, rubricId: null, attempts: 'all', release: 'immediate', maxOpenClaims: 50 }
  await done(askFrontend(frontend, 'PUT', path, { session: teacher, ifMatch: '"0"', body }))
}, 180_000)
afterAll(() => world.stop())

async function done(reply: Promise<Response>): Promise<unknown> {
  const got = await reply
  if (!got.ok) throw new Error(`${got.status} ${await got.text()}`)
  return got.status === 204 ? null : await got.json()
}

const text = fc
  .array(
    fc.constantFrom(
      '*Good*',
      'a < b & c',
      '\n\n- item',
      '`code`',
      '{{points}}',
      '<script>x()</script>',
      ' ',
      'ä€😀',
      '"',
      "'",
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
const work = fc.record({
  points: fc.integer({ min: 0, max: maxPoints }),
  language: fc.constantFrom('fi', 'en'),
  comment: text,
  body: text,
  remarks: fc.array(text, { maxLength: 3 }),
})
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never

/** Hands in, registers, judges and completes; the grade sets out at once. */
async function grade({ points, language, comment, body, remarks }: Work, studentId: number): Promise<number> {
  const { id: submissionId } = world.upstream.world.addSubmission({ exerciseId, submitterIds: [studentId] })
  const registered = await fetch(`${manualGrading.url}/api/internal/manual-grading/capabilities`, {
    method: 'POST',
    headers: {
      'X-Service-Manual-Grading-Secret': 'dev-manual-grading-secret-0000000000',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      courseId: 11,
      exerciseId,
      submissionId,
      callbackUrl: world.upstream.submissionUrl(submissionId),
      maxPoints,
      submitterIds: [studentId],
      submittedAt: '2026-11-20T10:00:00.000Z',
      language,
      attempt: 1,
    }),
  })
  expect(registered.status).toBe(201)
  const session = teacher
  const headers = { 'Content-Type': 'application/merge-patch+json' }
  const claimed = (await done(
    askFrontend(frontend, 'POST', `/submissions/${submissionId}/claims`, { session, body: {} }),
  )) as { id: string; feedbackId: string }
  const scores = { points: { points, comment } }
  await done(
    askFrontend(frontend, 'PATCH', `/assessments/${claimed.id}`, {
      session,
      ifMatch: '"1"',
      headers,
      body: { scores },
    }),
  )
  const annotations = Object.fromEntries(
    remarks.map((remark, at) => [
      `a${at}`,
      {
        anchor: { answerKey: 'essay' },
        startLine: at + 1,
        endLine: at + 1,
        kind: 'note',
        body: remark,
        private: false,
      },
    ]),
  )
  await done(
    askFrontend(frontend, 'PATCH', `/feedback/${claimed.feedbackId}`, {
      session,
      ifMatch: '"1"',
      headers,
      body: { body, annotations },
    }),
  )
  await done(askFrontend(frontend, 'POST', `/assessments/${claimed.id}/complete`, { session, ifMatch: '"3"' }))
  return submissionId
}

describe('feedback through the worker', () => {
  it('is in A+ what the student reads here', { timeout: 600_000 }, async () => {
    const graded: { submissionId: number; studentId: number }[] = []
    for (const [nth, each] of fc.sample(work, count).entries()) {
      const studentId = 201 + (nth % 10)
      graded.push({ submissionId: await grade(each, studentId), studentId })
    }
    await waitFor('every grade has arrived', 300_000, async () => {
      const { rows } = await world.query<{ left: number }>(
        "SELECT count(*)::int AS left FROM delivery WHERE state <> 'delivered'",
      )
      return rows[0]?.left === 0 ? true : undefined
    })
    const sessions = new Map<number, string>()
    for (const { submissionId, studentId } of graded) {
      const session = sessions.get(studentId) ?? (await signIn(frontend, tokenOf(studentId)))
      sessions.set(studentId, session)
      const { rows } = await world.query<{ id: string; html: string }>(
        `SELECT feedback.id, completed_result.feedback_html AS html
        FROM feedback JOIN completed_result USING (assessment_id) WHERE feedback.submission_id = $1`,
        [submissionId],
      )
      const { id = '', html = '' } = rows[0] ?? {}
      const read = (await done(askFrontend(frontend, 'GET', `/my/feedback/${id}`, { session }))) as StudentFeedback
      const stored = world.upstream.world.submission(submissionId)
      expect([stored.feedback, stored.grade, stored.notifications.length]).toEqual([
        html.trim(),
        read.result?.points,
        1,
      ])
      const comments = read.result?.criteria.map(({ commentHtml }) => commentHtml ?? '') ?? []
      for (const part of [read.bodyHtml, ...read.annotations.map(({ bodyHtml }) => bodyHtml), ...comments])
        expect(stored.feedback).toContain(part.trim())
    }
  })
})
