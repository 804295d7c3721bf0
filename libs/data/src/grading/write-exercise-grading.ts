import { DomainError } from '@course-grading/domain/errors/domain-error'
import { unpublishedRubric } from '@course-grading/domain/grading/exercise-grading-issues'
import Type from 'typebox'
import { decideForExercises } from '../submissions/decide-superseded.ts'
import type { Tx } from '../db/db.ts'
import { type ExerciseOfCourse, lockExercise } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { lockPublishedRubric } from '../rubrics/rubric-exercises.ts'
import { lockRoster } from '../snapshots/refresh-lease-queries.ts'
import { insertAliases } from '../students/insert-aliases.ts'
import type { ExerciseGradingWrite } from './exercise-grading-rows.ts'

const findGradingToWriteRow = Type.Object({ revision: Type.Integer(), attempts: Type.String() })

interface ExerciseGradingChange extends ExerciseOfCourse {
  /** 0 where none were ever written. */
  readonly expectedRevision: number
}

/**
 * Writes the settings and returns their new revision. A change of `attempts` decides again what is superseded. Where work is anonymous,
 * everybody gets an alias; work on single submissions of the exercise, and refreshes, come entirely before or after, so that nobody is left
 * without one. If the rubric is archived at the same time, either it was archived first, or the archiving finds it in use.
 * @throws DomainError validation_failed if the rubric is not published in the course; revision_conflict
 */
export async function writeExerciseGrading(
  tx: Tx,
  { courseId, exerciseId, expectedRevision }: ExerciseGradingChange,
  grading: ExerciseGradingWrite,
): Promise<number> {
  await lockExercise(tx, { courseId, exerciseId })
  const { rubricId, anonymous, attempts } = grading
  if (rubricId !== null && !(await lockPublishedRubric(tx, { courseId, rubricId })))
    throw new DomainError('validation_failed', { issues: [unpublishedRubric] })
  const stored = await tx.maybeOne(read('findGradingToWrite', findGradingToWriteRow)`
    SELECT exercise_grading.revision, exercise_grading.attempts
    FROM exercise_grading
    WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
  `)
  if ((stored?.revision ?? 0) !== expectedRevision) throw new DomainError('revision_conflict')
  const revision = expectedRevision + 1
  const { rowCount } = await tx.query(write('writeExerciseGrading')`
    INSERT INTO exercise_grading (
      course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at, lease_minutes,
      max_open_claims, due_at, notify, revision, updated_at
    )
    VALUES (
      ${courseId}::bigint, ${exerciseId}::bigint, ${rubricId}::uuid, ${anonymous}, ${attempts}, ${grading.order}, ${grading.autoPoints},
      ${grading.release}, date_trunc('milliseconds', ${grading.releaseAt}::timestamptz), ${grading.leaseMinutes}::integer,
      ${grading.maxOpenClaims}::integer, date_trunc('milliseconds', ${grading.dueAt}::timestamptz), ${grading.notify},
      ${revision}::integer, statement_timestamp()
    )
    ON CONFLICT (course_id, exercise_id) DO UPDATE
    SET rubric_id = EXCLUDED.rubric_id, anonymous = EXCLUDED.anonymous, attempts = EXCLUDED.attempts,
      claim_order = EXCLUDED.claim_order, auto_points = EXCLUDED.auto_points, release = EXCLUDED.release,
      release_at = EXCLUDED.release_at, lease_minutes = EXCLUDED.lease_minutes, max_open_claims = EXCLUDED.max_open_claims,
      due_at = EXCLUDED.due_at, notify = EXCLUDED.notify, revision = EXCLUDED.revision, updated_at = EXCLUDED.updated_at
    WHERE exercise_grading.revision = ${expectedRevision}::integer
  `)
  if (rowCount === 0) throw new DomainError('revision_conflict')
  if (attempts !== (stored?.attempts ?? 'latest')) await decideForExercises(tx, { courseId, exerciseIds: [exerciseId] })
  if (anonymous) {
    await lockRoster(tx, courseId)
    await insertAliases(tx, courseId, exerciseId)
  }
  return revision
}
