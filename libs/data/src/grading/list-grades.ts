import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db.ts'
import type { ExerciseOfCourse } from '../lock-order.ts'
import { statement } from '../row.ts'
import { lastShownUpstream, presentMaxPoints } from '../submissions/known-upstream.ts'
import { ownOfRegistered, registered, unregistered } from '../submissions/submission-parts.ts'
import { gradeOf, gradeRow, peopleOfKnown, personJson, type GradeRow } from './grade-rows.ts'

const criteria = statement('listGradeCriteria', Type.Object({ criterionId: Type.String() }))
const ofRegistered = statement('listGrades', gradeRow)
const ofUnregistered = statement('listGradesUpstream', gradeRow)
const ofStudents = statement('listStudentsWithoutWork', gradeRow)

/** The ids of the criteria of all versions of rubrics by which work of the exercise is judged, in the order of their rubrics. */
export async function listGradeCriteria(
  db: Db,
  { courseId, exerciseId }: ExerciseOfCourse,
): Promise<readonly string[]> {
  const rows = await db.any(criteria`
    WITH used AS (
      SELECT assessment.rubric_id, assessment.rubric_version
      FROM assessment
      WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
      UNION
      -- A migration that leaves the points as they are leaves the result, too, with the scores by its version.
      SELECT completed_result.rubric_id, completed_result.rubric_version
      FROM completed_result
      WHERE completed_result.course_id = ${courseId}::bigint AND completed_result.exercise_id = ${exerciseId}::bigint
        AND completed_result.withdrawn_at IS NULL
    ),
    named AS (
      SELECT 'points' AS criterion_id, NULL::uuid AS rubric_id, 0 AS version, 1 AS place
      FROM used
      WHERE used.rubric_id IS NULL
      UNION ALL
      SELECT criterion.document ->> 'id', used.rubric_id, used.rubric_version, criterion.place
      FROM used
      -- All wordings of a version have the same criteria.
      JOIN rubric_version ON rubric_version.rubric_id = used.rubric_id AND rubric_version.version = used.rubric_version
        AND rubric_version.wording = 1
      CROSS JOIN LATERAL json_array_elements(rubric_version.document -> 'criteria') WITH ORDINALITY AS criterion (document, place)
    )
    SELECT named.criterion_id
    FROM named
    GROUP BY named.criterion_id
    ORDER BY min(named.rubric_id::text) NULLS FIRST, min(named.version), min(named.place), named.criterion_id
  `)
  return rows.map(({ criterionId }) => criterionId)
}

/**
 * Everything about the grades of an exercise, page by page: registered submissions, those that only the snapshot has, and the
 * students of the roster who handed in nothing. Where work is anonymous, the order does not reveal who somebody is. No more than two
 * pages are in memory, since one is read while the one before it is used.
 */
export async function* listGrades(db: Db, exercise: ExerciseOfCourse): AsyncGenerator<readonly GradeRow[]> {
  for (const page of [pageOfRegistered, pageOfUnregistered, pageOfStudents]) {
    let reading: ReturnType<Page> | null = page(db, exercise, { sortKey: '', sortId: 0 })
    while (reading !== null) {
      const rows: Awaited<ReturnType<Page>> = await reading
      const last = rows.at(-1)
      reading = last === undefined || rows.length < rowsPerPage ? null : page(db, exercise, last)
      // If the reader leaves, nobody waits for the page that was begun.
      reading?.catch(() => {})
      if (rows.length > 0) yield rows.map(gradeOf)
    }
  }
}

/** Planning a page takes as long as reading some hundred rows. */
const rowsPerPage = 1_000

interface PageKey {
  /** Empty before the first page. */
  readonly sortKey: string
  readonly sortId: number
}

type Page = (db: Db, exercise: ExerciseOfCourse, after: PageKey) => Promise<readonly RowOfPage[]>
type RowOfPage = Parameters<typeof gradeOf>[0]

const pageOfRegistered: Page = (db, exercise, after) =>
  db.any(ofRegistered`
    WITH known AS MATERIALIZED (
      SELECT known.submission_id, known.course_id, known.exercise_id, known.submitted_at, known.attempt, known.in_queue,
        known.superseded_by, known.held_until
      FROM submission AS known
      WHERE ${isOnPage(exercise, after)}
      ${inOrder}
    )
    SELECT known.submission_id, assessment.id AS assessment_id, known.attempt, known.submitted_at,
      ${registered.state} AS state, standing.points::float8,
      coalesce(standing.max_points, ${presentMaxPoints(
        sql.fragment`${exercise.courseId}::bigint`,
        sql.fragment`${exercise.exerciseId}::bigint`,
      )})::float8 AS max_points, standing.rubric_id,
      standing.rubric_version, standing.scores, assessment.grader_id,
      assessment.completed_at, standing.released_at, latest.state AS delivery_state,
      CASE WHEN latest.state = 'delivered' OR latest.standing <> 'unknown' THEN latest.standing END AS standing,
      upstream.status AS upstream_status, upstream.grade::float8 AS upstream_grade, ${peopleOfKnown} AS people, ${sortColumns}
    FROM known
    CROSS JOIN LATERAL ${ownOfRegistered}
    -- LIMIT prevents joins of whole tables.
    LEFT JOIN LATERAL (
      SELECT assessment.id, assessment.grader_id, assessment.completed_at
      FROM assessment
      WHERE assessment.submission_id = known.submission_id
      LIMIT 1
    ) AS assessment ON TRUE
    LEFT JOIN LATERAL (
      SELECT completed_result.points, completed_result.max_points, completed_result.rubric_id, completed_result.rubric_version,
        completed_result.released_at, (
          SELECT coalesce(jsonb_object_agg(score.key, score.value - 'comment' - 'snippet'), '{}')
          FROM jsonb_each(completed_result.scores::jsonb) AS score
        ) AS scores
      FROM completed_result
      WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL
      LIMIT 1
    ) AS standing ON TRUE
    LEFT JOIN LATERAL (
      SELECT delivery.state, delivery.standing
      FROM delivery
      WHERE delivery.submission_id = known.submission_id
      ORDER BY delivery.ordinal DESC
      LIMIT 1
    ) AS latest ON TRUE
    LEFT JOIN LATERAL (${lastShownUpstream}) AS upstream ON TRUE
    ORDER BY known.submitted_at, known.submission_id
  `)

const pageOfUnregistered: Page = (db, exercise, after) =>
  db.any(ofUnregistered`
    SELECT known.submission_id, ${nothing('uuid')} AS assessment_id, ${nothing('integer')} AS attempt,
      known.submitted_at, ${unregistered.state} AS state, ${nothingJudged},
      known.status AS upstream_status, known.grade::float8 AS upstream_grade, ${peopleOfKnown} AS people, ${sortColumns}
    FROM ${unregistered.from}
    WHERE ${isOnPage(exercise, after)} AND ${unregistered.counts}
    ${inOrder}
  `)

/** Students by user id, or by alias. */
const pageOfStudents: Page = (db, { courseId, exerciseId }, after) =>
  db.any(ofStudents`
    WITH busy AS MATERIALIZED (
      SELECT submission_submitter.user_id
      FROM submission
      JOIN submission_submitter ON submission_submitter.submission_id = submission.submission_id
      WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
      UNION ALL
      SELECT snapshot_submitter.user_id
      FROM snapshot_submission
      JOIN snapshot_submitter ON snapshot_submitter.course_id = snapshot_submission.course_id
        AND snapshot_submitter.submission_id = snapshot_submission.submission_id
      WHERE snapshot_submission.course_id = ${courseId}::bigint AND snapshot_submission.exercise_id = ${exerciseId}::bigint
    ),
    student AS (
      SELECT own.user_id, own.alias, lpad(coalesce(own.alias, own.user_id)::text, 16, '0') AS sort_key
      FROM (
        SELECT present_student.user_id, CASE WHEN exercise_grading.anonymous THEN coalesce(exercise_alias.alias, 0) END AS alias
        FROM present_student
        LEFT JOIN exercise_grading ON exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
        LEFT JOIN exercise_alias ON exercise_alias.course_id = ${courseId}::bigint AND exercise_alias.exercise_id = ${exerciseId}::bigint
          AND exercise_alias.user_id = present_student.user_id
        WHERE present_student.course_id = ${courseId}::bigint
      ) AS own
      -- A table of the ids is made once; an anti-join may read them again for each student.
      WHERE own.user_id NOT IN (SELECT busy.user_id FROM busy)
    )
    SELECT ${nothing('bigint')} AS submission_id, ${nothing('uuid')} AS assessment_id, ${nothing('integer')} AS attempt,
      ${nothing('timestamptz')} AS submitted_at, ${nothing('text')} AS state, ${nothingJudged}, ${nothing('text')} AS upstream_status,
      ${nothing('float8')} AS upstream_grade, json_build_array(${personJson}) AS people, own.sort_key,
      own.user_id AS sort_id
    FROM student AS own
    JOIN roster_student ON roster_student.course_id = ${courseId}::bigint AND roster_student.user_id = own.user_id
    WHERE (own.sort_key, own.user_id) > (${after.sortKey}::text, ${after.sortId}::bigint)
    ORDER BY own.sort_key, own.user_id
    LIMIT ${rowsPerPage}::integer
  `)

const types = {
  uuid: sql.fragment`NULL::uuid`,
  integer: sql.fragment`NULL::integer`,
  bigint: sql.fragment`NULL::bigint`,
  jsonb: sql.fragment`NULL::jsonb`,
  text: sql.fragment`NULL::text`,
  float8: sql.fragment`NULL::float8`,
  timestamptz: sql.fragment`NULL::timestamptz`,
} as const
const nothing = (type: keyof typeof types) => types[type]

/** The columns between the state and the grade upstream, for somebody who was not judged. */
const nothingJudged = sql.fragment`
  ${nothing('float8')} AS points, ${nothing('float8')} AS max_points, ${nothing('uuid')} AS rubric_id, ${nothing('integer')} AS rubric_version,
  ${nothing('jsonb')} AS scores, ${nothing('bigint')} AS grader_id, ${nothing('timestamptz')} AS completed_at,
  ${nothing('timestamptz')} AS released_at, ${nothing('text')} AS delivery_state, ${nothing('text')} AS standing`

const sortColumns = sql.fragment`known.submitted_at AS sort_key, known.submission_id AS sort_id`
const inOrder = sql.fragment`ORDER BY known.submitted_at, known.submission_id LIMIT ${rowsPerPage}::integer`
const isOnPage = ({ courseId, exerciseId }: ExerciseOfCourse, { sortKey, sortId }: PageKey) => sql.fragment`
  known.course_id = ${courseId}::bigint AND known.exercise_id = ${exerciseId}::bigint
    AND (known.submitted_at, known.submission_id) > (${sortKey || '-infinity'}::timestamptz, ${sortId}::bigint)`
