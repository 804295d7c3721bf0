import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { decideForExercises } from '../submissions/decide-superseded.ts'
import type { Tx } from '../db/db.ts'
import { nullable, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { lockRoster } from '../snapshots/refresh-lease-queries.ts'
import { insertAliases } from '../students/insert-aliases.ts'
import type { CoursePair } from './list-gradings-to-copy.ts'

export interface ExercisePair {
  readonly from: number
  readonly to: number
}

const copied = Type.Object({
  from: Type.Integer(),
  to: Type.Integer(),
  isAnonymous: Type.Boolean(),
  /** Whether the exercise has submissions already and now grades all of them, where it graded only the latest ones. */
  attemptsChanged: Type.Boolean(),
  /** Whether the source has a time that the copy lacks. */
  lacksDueAt: Type.Boolean(),
  lacksReleaseAt: Type.Boolean(),
  /** Null if it was copied. */
  reason: nullable(Type.Unsafe<'not_listed' | 'no_settings' | 'has_settings' | 'rubric_left_out'>({ type: 'string' })),
})
export type CopiedExerciseGrading = Static<typeof copied>

/** Copies to exercises without settings. A rubric becomes its published copy; times are left out. The exercises are locked. */
export async function copyExerciseGradings(
  tx: Tx,
  { fromCourseId, courseId }: CoursePair,
  pairs: readonly ExercisePair[],
): Promise<readonly CopiedExerciseGrading[]> {
  const rows = await tx.any(write('copyExerciseGradings', copied)`
    WITH ${settingsToCopy({ fromCourseId, courseId }, pairs)},
    inserted AS (
      INSERT INTO exercise_grading (
        course_id, exercise_id, rubric_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes, max_open_claims, notify,
        revision, updated_at
      )
      SELECT ${courseId}::bigint, source.exercise_id, source.rubric_id, source.anonymous, source.attempts, source.claim_order,
        source.auto_points, source.release, source.lease_minutes, source.max_open_claims, source.notify, 1, statement_timestamp()
      FROM source
      JOIN pair ON pair.exercise_id = source.exercise_id AND pair.is_listed
      -- Left out if its rubric has no published copy.
      WHERE (source.source_rubric_id IS NULL) = (source.rubric_id IS NULL)
      ON CONFLICT (course_id, exercise_id) DO NOTHING
      RETURNING exercise_grading.exercise_id, exercise_grading.attempts
    )
    SELECT pair.from_id AS "from", pair.exercise_id AS "to", coalesce(source.anonymous, FALSE) AS is_anonymous,
      inserted.attempts IS NOT DISTINCT FROM 'all' AND EXISTS (
        SELECT
        FROM submission
        WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = pair.exercise_id
      ) AS attempts_changed,
      inserted.exercise_id IS NOT NULL AND source.due_at IS NOT NULL AS lacks_due_at,
      inserted.exercise_id IS NOT NULL AND source.release_at IS NOT NULL AS lacks_release_at, CASE
        WHEN inserted.exercise_id IS NOT NULL THEN NULL
        WHEN NOT pair.is_listed THEN 'not_listed'
        WHEN source.exercise_id IS NULL THEN 'no_settings'
        WHEN EXISTS (
          SELECT FROM exercise_grading
          WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = pair.exercise_id
        ) THEN 'has_settings'
        ELSE 'rubric_left_out' END AS reason
    FROM pair
    LEFT JOIN source ON source.exercise_id = pair.exercise_id
    LEFT JOIN inserted ON inserted.exercise_id = pair.exercise_id
    ORDER BY pair.place
  `)
  const exerciseIds = rows.filter(({ attemptsChanged }) => attemptsChanged).map(({ to }) => to)
  if (exerciseIds.length > 0) await decideForExercises(tx, { courseId, exerciseIds })
  if (rows.some(({ isAnonymous, reason }) => isAnonymous && reason === null)) {
    await lockRoster(tx, courseId)
    await insertAliases(tx, courseId, null)
  }
  return rows
}

/** `source` is what each exercise's copy would have, with the rubric that the copy would use. */
const settingsToCopy = ({ fromCourseId, courseId }: CoursePair, pairs: readonly ExercisePair[]) => sql.fragment`
  pair AS (
    SELECT pair.from_id, pair.exercise_id, pair.place,
      EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = pair.exercise_id AND manual_grading_exercise.course_id = ${courseId}::bigint
      ) AS is_listed
    FROM unnest(
      ${bigints(pairs.map(({ from }) => from))}, ${bigints(pairs.map(({ to }) => to))}
    ) WITH ORDINALITY AS pair (from_id, exercise_id, place)
  ),
  -- Share-locked, so that no copy is archived before the settings that name it are written.
  rubric_copy AS (
    SELECT grading_copy.source_id, rubric.rubric_id
    FROM grading_copy
    JOIN rubric ON rubric.rubric_id = grading_copy.copy_id AND rubric.course_id = ${courseId}::bigint
    WHERE grading_copy.course_id = ${courseId}::bigint AND rubric.state = 'published' AND grading_copy.source_id IN (
      SELECT exercise_grading.rubric_id
      FROM pair
      JOIN exercise_grading ON exercise_grading.course_id = ${fromCourseId}::bigint AND exercise_grading.exercise_id = pair.from_id
    )
    FOR SHARE OF rubric
  ),
  source AS (
    SELECT pair.exercise_id, exercise_grading.rubric_id AS source_rubric_id, CASE
        WHEN ${fromCourseId}::bigint = ${courseId}::bigint THEN exercise_grading.rubric_id ELSE rubric_copy.rubric_id END AS rubric_id,
      exercise_grading.anonymous, exercise_grading.attempts, exercise_grading.claim_order, exercise_grading.auto_points,
      exercise_grading.release, exercise_grading.lease_minutes, exercise_grading.max_open_claims, exercise_grading.notify,
      exercise_grading.due_at, exercise_grading.release_at
    FROM pair
    JOIN exercise_grading ON exercise_grading.course_id = ${fromCourseId}::bigint AND exercise_grading.exercise_id = pair.from_id
    LEFT JOIN rubric_copy ON rubric_copy.source_id = exercise_grading.rubric_id
  )`
