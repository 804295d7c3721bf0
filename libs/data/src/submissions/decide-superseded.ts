import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { type ExerciseOfCourse, lockSubmitters, type SubmissionsOfExercise } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { isFound, keptApart, lookedUp } from '../db/planner.ts'
import { insertedSteps } from '../history/insert-assessment-events.ts'

const submission = Type.Object({ submissionId: Type.Integer() })

/** Who handed in submissions before a change of them, and after the change. */
export interface SubmittersOfExercise extends ExerciseOfCourse {
  readonly submitterIds: readonly number[]
}

/** Locks also what these may supersede, by id: `decideForSubmitters` sees earlier holders' writes. The submitters are locked. */
export async function lockSubmissionsOfSubmitters(
  tx: Tx,
  of: SubmittersOfExercise & SubmissionsOfExercise,
  to: 'change' | 'delete',
): Promise<void> {
  const concerned = sql.fragment`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ANY (${bigints(of.submissionIds)} || ${handedInBy(of)})
    ORDER BY submission.submission_id`
  if (to === 'change') await tx.any(read('lockSubmissionsOfSubmitters', submission)`${concerned} FOR NO KEY UPDATE`)
  else await tx.any(read('lockSubmissionsOfSubmittersToDelete', submission)`${concerned} FOR UPDATE`)
}

/** The locks of a registration that follow those of the submissions, for stored and given submitters. */
export async function lockConcerned(
  tx: Tx,
  of: SubmissionsOfExercise,
  given: readonly number[] = [],
): Promise<SubmittersOfExercise> {
  const submitterIds = await lockSubmitters(tx, of, given)
  const concerned = { courseId: of.courseId, exerciseId: of.exerciseId, submissionIds: of.submissionIds, submitterIds }
  await lockSubmissionsOfSubmitters(tx, concerned, 'change')
  return concerned
}

/** Decides submissions that only these people, some or all, handed in. The caller holds the locks of submitters and submissions. */
export async function decideForSubmitters(tx: Tx, of: SubmittersOfExercise): Promise<void> {
  await tx.query(
    write('decideSupersededOfSubmitters')`${decide(sql.fragment`submission.submission_id = ANY (${handedInBy(of)})`)}`,
  )
}

interface ExercisesOfCourse {
  readonly courseId: number
  readonly exerciseIds: readonly number[]
}

/** The caller holds the exclusive locks of the exercises. */
export async function decideForExercises(tx: Tx, exercises: ExercisesOfCourse): Promise<void> {
  await tx.any(read('lockSubmissionsOfExercises', submission)`
    SELECT submission.submission_id
    FROM submission
    WHERE ${isOfExercises(exercises)}
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  await decideForLockedExercises(tx, exercises)
}

export async function decideForLockedExercises(tx: Tx, exercises: ExercisesOfCourse): Promise<void> {
  await tx.query(write('decideSupersededOfExercises')`${decide(isOfExercises(exercises))}`)
}

const isOfExercises = ({ courseId, exerciseIds }: ExercisesOfCourse) => sql.fragment`
  submission.course_id = ${courseId}::bigint AND submission.exercise_id = ANY (${bigints(exerciseIds)})`

/** The submissions are locked, and the caller holds the exclusive lock of the course's people. */
export async function decideForSubmissions(tx: Tx, submissionIds: readonly number[]): Promise<void> {
  await tx.query(
    write('decideSupersededOfSubmissions')`${decide(sql.fragment`
    submission.submission_id = ANY (${bigints(submissionIds)})`)}`,
  )
}

/** What these people and nobody else handed in, which alone theirs can supersede. */
const handedInBy = ({ courseId, exerciseId, submitterIds }: SubmittersOfExercise) => sql.fragment`
  ARRAY(
    SELECT own.submission_id
    FROM submission_submitter AS own
    WHERE own.user_id = ANY (${bigints(submitterIds)})
      AND ${lookedUp(
        sql.fragment`
        SELECT submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
        FROM submission
        WHERE submission.submission_id = own.submission_id`,
        { ifNone: false },
      )}
      AND NOT ${isFound(sql.fragment`
        FROM submission_submitter AS other
        WHERE other.submission_id = own.submission_id AND other.user_id <> ALL (${bigints(submitterIds)})`)}
  )`

/** The newest one is looked for once for all that the same people handed in. */
const handedInTogether = (concerned: FragmentSqlToken) => sql.fragment`
  SELECT submission.course_id, submission.exercise_id, submission.fixture, own.ids,
    array_agg(submission.submission_id) AS submission_ids, array_agg(submission.submitted_at) AS submitted_at,
    array_agg(submission.superseded_by) AS superseded_before, array_agg(submission.gone) AS gone
  FROM submission
  CROSS JOIN LATERAL (
    SELECT ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = submission.submission_id
      ORDER BY submission_submitter.user_id
    ) AS ids
  ) AS own
  WHERE ${concerned}
  GROUP BY submission.course_id, submission.exercise_id, submission.fixture, own.ids`

const decidedOfEach = sql.fragment`
  SELECT own.submission_id, own.superseded_before, newer.submission_id AS superseded_by,
    cardinality(together.ids) > 0 AND newer.submission_id IS NULL AND NOT own.gone AND NOT ${isFound(sql.fragment`
      FROM completed_result
      WHERE completed_result.submission_id = own.submission_id AND completed_result.withdrawn_at IS NULL`)} AS in_queue
  FROM together
  LEFT JOIN LATERAL (
    SELECT attempt.submitted_at, attempt.submission_id
    FROM attempts_of_all(together.course_id, together.exercise_id, together.fixture, together.ids) AS attempt
    WHERE coalesce(
      (
        SELECT exercise_grading.attempts
        FROM exercise_grading
        WHERE exercise_grading.course_id = together.course_id AND exercise_grading.exercise_id = together.exercise_id
      ),
      'latest'
    ) = 'latest'
    ORDER BY attempt.submitted_at DESC, attempt.submission_id DESC
    LIMIT 1
  ) AS newest ON TRUE
  CROSS JOIN LATERAL unnest(together.submission_ids, together.submitted_at, together.superseded_before, together.gone)
    AS own (submission_id, submitted_at, superseded_before, gone)
  LEFT JOIN LATERAL (
    SELECT newest.submission_id
    WHERE (newest.submitted_at, newest.submission_id) > (own.submitted_at, own.submission_id)
  ) AS newer ON TRUE`

const supersededSteps = sql.fragment`
  SELECT assessment.id AS assessment_id, 'superseded' AS event, NULL::bigint AS by_user_id, assessment.revision AS from_revision,
    assessment.revision AS to_revision, assessment.points AS points_before, assessment.points AS points_after, NULL AS reason,
    NULL::json AS judgement, NULL::bigint[] AS before_submitter_ids, NULL::bigint[] AS after_submitter_ids
  FROM decided
  CROSS JOIN LATERAL (
    SELECT assessment.id, assessment.revision, assessment.points
    FROM assessment
    WHERE assessment.submission_id = decided.submission_id
    ${keptApart}
  ) AS assessment
  WHERE decided.superseded_before IS NULL AND decided.superseded_by IS NOT NULL`

/**
 * Where the latest attempt is graded, the newest registered submission with all submitters that the learning platform has and counts
 * supersedes the others; fixtures supersede only fixtures. In the queue is what has submitters, is neither superseded nor gone, and has no
 * standing result. A begun assessment's history records the change.
 */
const decide = (concerned: FragmentSqlToken) => sql.fragment`
  WITH together AS MATERIALIZED (${handedInTogether(concerned)}),
  decided AS MATERIALIZED (${decidedOfEach}),
  step AS (${supersededSteps}),
  recorded AS (${insertedSteps})
  UPDATE submission
  SET superseded_by = decided.superseded_by, in_queue = decided.in_queue
  FROM decided
  WHERE submission.submission_id = decided.submission_id
    AND (submission.superseded_by IS DISTINCT FROM decided.superseded_by OR submission.in_queue <> decided.in_queue)`
