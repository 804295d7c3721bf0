import Type from 'typebox'
import { insertClaim } from '../claims/claim-submission.ts'
import { insertCompletedResult, type CompletedResult } from '../assessments/complete-assessment.ts'
import type { StoredAssessment } from '../assessments/find-assessment.ts'
import { lockAssessment } from '../assessments/lock-assessment.ts'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/db.ts'
import { insertDeliveries } from '../delivery/insert-deliveries.ts'
import { lockStoredSubmission, type SubmissionOfExercise } from '../db/lock-order.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'

/** What a test says about a completion. */
export interface TestCompletion extends Pick<CompletedResult, 'points' | 'maxPoints' | 'feedbackHtml' | 'payload'> {
  readonly isReleased?: boolean
  readonly submissionId: number
  /** Who claims and completes. */
  readonly graderId: number
  /**
   * The state of the delivery. With `none` there is only a result, as if a completion had been interrupted between its two
   * rows, which its transaction prevents.
   */
  readonly state: 'held' | 'pending' | 'none'
}

type TestCompletionOutcome =
  | { readonly outcome: 'completed'; readonly resultId: string; readonly deliveryId: string }
  | { readonly outcome: 'not_found' | 'no_submitter' | 'already_completed' }

/** Claims a registered submission as the product does it. The database needs the rights of `frontend-internal`, or the owner's. */
async function claimForTest(
  database: Database,
  { submissionId, graderId }: Pick<TestCompletion, 'submissionId' | 'graderId'>,
): Promise<StoredAssessment> {
  return await database.transaction(async (tx) => {
    const stored = await lockStoredSubmission(tx, submissionId)
    if (stored === null) throw new Error('no such submission')
    return (await insertClaim(tx, { ...claimOf(stored), graderId })).assessment
  })
}

/** Completes a claimed assessment as the product does it, as the only work of a transaction. */
async function completeClaimed(
  tx: Tx,
  { id, submissionId }: Pick<StoredAssessment, 'id' | 'submissionId'>,
  { graderId, state, isReleased = false, ...result }: TestCompletion,
): Promise<TestCompletionOutcome> {
  await lockStoredSubmission(tx, submissionId)
  const assessment = await lockAssessment(tx, id)
  if (assessment === null) return { outcome: 'not_found' }
  if (assessment.submitters.length === 0) return { outcome: 'no_submitter' }
  if (assessment.state === 'completed') return { outcome: 'already_completed' }
  const resultId = await insertCompletedResult(tx, assessment, { ...result, isReleased }, graderId)
  if (state === 'none') return { outcome: 'completed', resultId, deliveryId: '' }
  const [deliveryId = ''] = await insertDeliveries(tx, [resultId], { state, byUserId: graderId })
  return { outcome: 'completed', resultId, deliveryId }
}

/** Claims a registered submission and completes its assessment, in the product's two transactions; returns the id of the delivery. */
export async function completeSubmission(database: Database, completion: TestCompletion): Promise<string> {
  const claimed = await claimForTest(database, completion)
  const done = await database.transaction((tx) => completeClaimed(tx, claimed, completion))
  if (done.outcome !== 'completed') throw new Error(done.outcome)
  return done.deliveryId
}

const begin = write('beginAssessmentForTest', Type.Object({ id: Type.String() }))

/**
 * Completes the assessment of a submission whatever its state in the queue, for tests of what follows. These must be the first
 * statements of a transaction. The database needs the rights of `frontend-internal`, or the owner's.
 */
export async function completeUnclaimed(tx: Tx, completion: TestCompletion): Promise<TestCompletionOutcome> {
  const { submissionId, graderId } = completion
  const stored = await lockStoredSubmission(tx, submissionId)
  if (stored === null) return { outcome: 'not_found' }
  const begun = await tx.maybeOne(begin`
    WITH begun AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, scores,
        private_note, part_revisions, points, started_at, updated_at, fixture)
      SELECT ${newId()}::uuid, submission.submission_id, submission.course_id, submission.exercise_id, 1, 'in_progress', 1,
        ${graderId}::bigint, 0, '{}', '', '{}', 0, clock_timestamp(), clock_timestamp(), submission.fixture
      FROM submission
      WHERE submission.submission_id = ${submissionId}::bigint
      ON CONFLICT (submission_id, round) DO UPDATE SET updated_at = EXCLUDED.updated_at
      RETURNING assessment.id, assessment.submission_id, assessment.course_id, assessment.fixture
    ),
    documented AS (
      INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id,
        updated_by, created_at, updated_at, fixture)
      SELECT ${newId()}::uuid, begun.course_id, begun.submission_id, begun.id, 'en', 'draft', 1, '', '{}', ${graderId}::bigint,
        ${graderId}::bigint, clock_timestamp(), clock_timestamp(), begun.fixture
      FROM begun
      ON CONFLICT (assessment_id) DO NOTHING
    )
    SELECT begun.id FROM begun
  `)
  return begun === null ? { outcome: 'not_found' } : completeClaimed(tx, { id: begun.id, submissionId }, completion)
}

const claimOf = ({ courseId, exerciseId, submissionId }: SubmissionOfExercise) => ({
  courseId,
  exerciseId,
  submissionId,
  courseLanguages: ['en'],
})
