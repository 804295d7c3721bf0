import { DomainError } from '@course-grading/domain/errors'
import { unpublishedRubric } from '@course-grading/domain/grading/exercise-grading-issues'
import Type from 'typebox'
import { decideForExercises } from '../submissions/decide-superseded.ts'
import type { Tx } from '../db.ts'
import { type ExerciseOfCourse, lockExercise } from '../lock-order.ts'
import { statement } from '../row.ts'
import { lockPublishedRubric } from '../rubrics/rubric-exercises.ts'
import { lockRoster } from '../snapshots/refresh-lease-queries.ts'
import { insertAliases } from '../students/insert-aliases.ts'
import type { ExerciseGradingWrite } from './exercise-grading-rows.ts'

const write = statement(
  'writeExerciseGrading',
  Type.Object({ revision: Type.Integer(), attemptsChanged: Type.Boolean() }),
)

interface ExerciseGradingChange extends ExerciseOfCourse {
  /** 0 where none were ever written. */
  readonly expectedRevision: number
}

/**
 * Writes the grading settings of an exercise if their revision is still the one that the writer read. A change of `attempts`
 * decides again what is superseded. Where work is anonymous, everybody gets an alias. Work on single submissions of the
 * exercise, and refreshes, come entirely before or after it, so that nobody is left without an alias. If the rubric is archived
 * at the same time, either it was archived first, or the archiving finds it in use. Two statements, one more with a rubric, two
 * more where `attempts` changes, and two more where work is anonymous. Returns the new revision.
 * @throws DomainError validation_failed if the rubric is not published in the course; revision_conflict
 */
export async function writeExerciseGrading(
  tx: Tx,
  { courseId, exerciseId, expectedRevision }: ExerciseGradingChange,
  grading: ExerciseGradingWrite,
): Promise<number> {
  await lockExercise(tx, { courseId, exerciseId })
  const { rubricId, anonymous, attempts, order, autoPoints, release, releaseAt, leaseMinutes, maxOpenClaims } = grading
  if (rubricId !== null && !(await lockPublishedRubric(tx, { courseId, rubricId })))
    throw new DomainError('validation_failed', { issues: [unpublishedRubric] })
  const row = await tx.maybeOne(write`
    WITH given AS (
      SELECT ${rubricId}::uuid AS rubric_id, ${anonymous}::boolean AS anonymous, ${attempts}::text AS attempts, ${order}::text AS claim_order,
        ${autoPoints}::text AS auto_points, ${release}::text AS release, date_trunc('milliseconds', ${releaseAt}::timestamptz) AS release_at,
        ${leaseMinutes}::integer AS lease_minutes, ${maxOpenClaims}::integer AS max_open_claims,
        date_trunc('milliseconds', ${grading.dueAt}::timestamptz) AS due_at, ${grading.notify}::boolean AS notify
    ),
    inserted AS (
      INSERT INTO exercise_grading (
        course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at, lease_minutes,
        max_open_claims, due_at, notify, revision, updated_at
      )
      SELECT ${courseId}::bigint, ${exerciseId}::bigint, given.rubric_id, given.anonymous, given.attempts, given.claim_order,
        given.auto_points, given.release, given.release_at, given.lease_minutes, given.max_open_claims, given.due_at, given.notify, 1,
        statement_timestamp()
      FROM given
      WHERE ${expectedRevision}::bigint = 0
      ON CONFLICT (course_id, exercise_id) DO NOTHING
      RETURNING exercise_grading.revision
    ),
    updated AS (
      UPDATE exercise_grading
      SET rubric_id = given.rubric_id, anonymous = given.anonymous, attempts = given.attempts, claim_order = given.claim_order,
        auto_points = given.auto_points, release = given.release, release_at = given.release_at, lease_minutes = given.lease_minutes,
        max_open_claims = given.max_open_claims, due_at = given.due_at, notify = given.notify,
        revision = exercise_grading.revision + 1, updated_at = statement_timestamp()
      FROM given
      WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
        AND exercise_grading.revision = ${expectedRevision}::bigint
      RETURNING exercise_grading.revision
    )
    SELECT written.revision, ${attempts} <> coalesce(
      (
        SELECT exercise_grading.attempts
        FROM exercise_grading
        WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
      ),
      'latest'
    ) AS attempts_changed
    FROM (SELECT inserted.revision FROM inserted UNION ALL SELECT updated.revision FROM updated) AS written
  `)
  if (row === null) throw new DomainError('revision_conflict')
  if (row.attemptsChanged) await decideForExercises(tx, { courseId, exerciseIds: [exerciseId] })
  if (anonymous) {
    await lockRoster(tx, courseId)
    await insertAliases(tx, courseId, exerciseId)
  }
  return row.revision
}
