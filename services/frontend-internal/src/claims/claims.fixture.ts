import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'

let lastSubmission = 20_000

export type ClaimsUnderTest = ReturnType<typeof claimsUnderTest>

/** Claims of exercise 1104 of the demo course, in which nothing is registered at first. */
export function claimsUnderTest(service: TestService) {
  /** A registered submission of somebody who handed in nothing else, in Finnish unless the change says otherwise. */
  const submitted = async (change: Partial<Parameters<typeof registerSubmission>[1]> = {}): Promise<number> => {
    lastSubmission += 1
    await registerSubmission(service, {
      submissionId: lastSubmission,
      exerciseId: 1104,
      maxPoints: 100,
      submitterIds: [lastSubmission],
      language: 'fi',
      ...change,
    })
    return lastSubmission
  }
  const next = (session: string, exerciseId = 1104) =>
    service.request('POST', `/courses/11/exercises/${exerciseId}/claims`, { session })
  const claim = (session: string, submissionId: number) =>
    service.request('POST', `/submissions/${submissionId}/claims`, { session })
  /** Claims a submission, or the next one, and returns the assessment. */
  const claimed = async (session: string, submissionId?: number): Promise<Assessment> => {
    const reply = await (submissionId === undefined ? next(session) : claim(session, submissionId))
    if (!reply.ok) throw new Error(`claiming: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Assessment
  }
  /** Ends the claims of the exercise, as if their leases had run out. */
  const lapse = (submissionId: number) =>
    service.sql`UPDATE assessment SET lease_until = now() - interval '1 second' WHERE submission_id = ${submissionId}`
  /** Changes the row of the assessment as a save would. */
  const save = (submissionId: number) =>
    service.sql`UPDATE assessment SET private_note = private_note || 'x', revision = revision + 1, is_offered = FALSE, saved_at = now()
      WHERE submission_id = ${submissionId}`
  /** Takes everything out of the queue of the exercise. */
  const clear = async () => {
    await service.sql`UPDATE submission SET in_queue = FALSE WHERE exercise_id = 1104`
    await service.sql`UPDATE assessment SET lease_until = now() - interval '1 second' WHERE exercise_id = 1104 AND holder_id IS NOT NULL`
  }
  /** A page of a list. */
  const list = <Item>(path: string, session: string) =>
    service.read<{ items: Item[]; nextCursor: string | null }>(path, session)
  return { submitted, next, claim, claimed, lapse, save, clear, list }
}
