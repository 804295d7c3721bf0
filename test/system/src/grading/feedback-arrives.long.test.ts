import { fullRun } from '@course-grading/data/testing/full-run'
import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { signIn } from '../frontend-client.ts'
import { tokenOf } from '../world.ts'
import { type ArrivingWorld, arrivingTest, maxPoints } from './arriving-world.ts'

const count = fullRun ? 200 : 12
const it = arrivingTest({ release: 'immediate' })

describe('feedback through the worker', () => {
  it('is the same in A+ as here', { timeout: 600_000 }, async ({ arriving }) => {
    const graded: { submissionId: number; studentId: number }[] = []
    for (const [nth, each] of fc.sample(work, count).entries()) {
      const studentId = 201 + (nth % 10)
      graded.push({ submissionId: await grade(arriving, each, studentId), studentId })
    }
    await arriving.untilArrived()
    const { world, frontend } = arriving
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
      const read = (await arriving.ask('GET', `/my/feedback/${id}`, { session })) as StudentFeedback
      const stored = world.upstream.world.submission(submissionId)
      // The platform's maximum is that of the result, so that no second number is said.
      expect(stored.feedback).toBe(html.trim().replace(/\{\{upstreamPoints \w+\}\}/, ''))
      expect(stored.grade).toBe(read.result?.points)
      expect(stored.notifications).toHaveLength(1)
      const comments = read.result?.criteria.map(({ commentHtml }) => commentHtml ?? '') ?? []
      for (const part of [read.bodyHtml, ...read.annotations.map(({ bodyHtml }) => bodyHtml), ...comments])
        expect(stored.feedback).toContain(part.trim())
    }
  })

  it('arrives whole where it is as long as can be, and each letter takes six characters of the form', async ({
    arriving,
  }) => {
    const body = 'ä'.repeat(200_000)
    const remarks = Array.from({ length: 1_000 }, () => 'ä')
    const submissionId = await grade(arriving, { points: 1, language: 'fi', comment: 'a', body, remarks }, 211)
    await arriving.untilArrived()
    const { feedback } = arriving.world.upstream.world.submission(submissionId)
    expect(Buffer.byteLength(feedback)).toBeGreaterThan(450_000)
    expect(feedback.includes(body)).toBe(true)
    expect(feedback.split('<p>ä</p>')).toHaveLength(1_001)
  })
})

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
  remarks: fc.array(
    text.filter((remark) => remark.trim() !== ''),
    { maxLength: 3 },
  ),
})
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never

const annotationsOf = (remarks: readonly string[]): object =>
  Object.fromEntries(
    remarks.map((body, at) => [
      `a${at}`,
      { anchor: { answerKey: 'essay' }, startLine: at + 1, endLine: at + 1, kind: 'note', body, private: false },
    ]),
  )

/** Hands in, registers, judges and completes a submission. Its grade is sent at once. */
async function grade(
  arriving: ArrivingWorld,
  { points, language, comment, body, remarks }: Work,
  studentId: number,
): Promise<number> {
  const submissionId = await arriving.handIn([studentId], language)
  const { id, feedbackId } = await arriving.claim(submissionId)
  await arriving.save(`/assessments/${id}`, 1, { scores: { points: { points, comment } } })
  await arriving.save(`/feedback/${feedbackId}`, 1, { body, annotations: annotationsOf(remarks) })
  await arriving.complete(id)
  return submissionId
}
