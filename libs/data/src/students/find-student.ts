import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db.ts'
import { type DocumentRestriction, documentsOfStudent, publishedAt } from '../feedback/documents-of-student.ts'
import { statement } from '../row.ts'
import { texts } from '../sql-arrays.ts'
import { lastShownUpstream } from '../submissions/known-upstream.ts'
import { isNamed } from '../submissions/submission-names.ts'
import { isHidden } from '../submissions/submission-parts.ts'
import { ownWorkOf, rosterRow, type ListedStudent, workOf } from './student-rows.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])
const submissionRow = Type.Object({
  submissionId: Type.Integer(),
  exerciseId: Type.Integer(),
  submittedAt: Type.String(),
  state: Type.String(),
  points: nullableText,
  assessmentId: nullableText,
})
const feedbackRow = Type.Object({ id: Type.String(), state: Type.String(), publishedAt: nullableText })
const pointsRow = Type.Object({ exerciseId: Type.Integer(), points: nullableText, maxPoints: Type.Number() })

type WithPoints<T> = Omit<T, 'points'> & { readonly points: number | null }

interface FoundStudent extends ListedStudent {
  /** Newest first. */
  readonly submissions: readonly WithPoints<Static<typeof submissionRow>>[]
  /** What the reader may see, newest first. */
  readonly feedback: readonly Static<typeof feedbackRow>[]
  readonly pointsByExercise: readonly WithPoints<Static<typeof pointsRow>>[]
}

const findRow = statement('findStudent', rosterRow)
const findOwnRow = statement('findOwnStudent', rosterRow)
const listSubmissions = statement('listSubmissionsOfStudent', submissionRow)
const listFeedback = statement('listFeedbackOfStudent', feedbackRow)
const listOwn = statement('listFeedbackOfOwnPage', feedbackRow)
const listOwnSubmissions = statement('listSubmissionsOfOwnPage', submissionRow)
const listPoints = statement('listPointsOfStudent', pointsRow)
const listOwnPoints = statement('listPointsOfOwnPage', pointsRow)

/** Far above what a course lets a student hand in, and few enough for the reply's limit. */
const submissionLimit = 5_000

interface StudentView {
  /** A student must have one of them, see `studentRestriction`; null for no restriction. */
  readonly visibleTo: readonly string[] | null
  /** Students see no hidden exercises, nor their own submissions to them. */
  readonly staff: boolean
  /** Whether anonymous work is shown: to teachers, who are asked for help, and to the student. */
  readonly seesAnonymous: boolean
  /** Which documents staff see. Students see what was released to them. */
  readonly documents: DocumentRestriction
}

/**
 * Has the work in exercises graded by hand. Staff see the states and points that upstream showed last, which count once it set the submission
 * ready; the student sees those of what was released. An exercise has the best of these.
 */
export async function findStudent(
  db: Db,
  courseId: number,
  userId: number,
  view: StudentView,
): Promise<FoundStudent | null> {
  const student = await findRosterStudent(db, courseId, userId, view)
  if (student === null) return null
  const submissions = await listSubmissionsOfStudent(db, courseId, userId, view)
  const feedback = await listFeedbackOfStudent(db, courseId, userId, view)
  const points = await listPointsOfStudent(db, courseId, userId, view)
  return {
    ...student,
    submissions: submissions.map(withPoints),
    feedback,
    pointsByExercise: points.map(withPoints),
  }
}

function withPoints<T extends { readonly points: string | null }>(row: T): WithPoints<T> {
  return { ...row, points: row.points === null ? null : Number(row.points) }
}

async function findRosterStudent(db: Db, courseId: number, userId: number, view: StudentView) {
  const { visibleTo, staff } = view
  const whose = [sql.fragment`roster_student.course_id`, sql.fragment`roster_student.user_id`, isShown(view)] as const
  const row = (work: FragmentSqlToken) => sql.fragment`
    SELECT roster_student.user_id, roster_student.username, roster_student.full_name,
      roster_student.email, roster_student.student_id, roster_student.tag_slugs,
      (
        SELECT max(known.submitted_at)
        FROM snapshot_submitter
        JOIN snapshot_submission AS known ON known.course_id = snapshot_submitter.course_id
          AND known.submission_id = snapshot_submitter.submission_id AND ${isShown(view)}
        WHERE snapshot_submitter.course_id = roster_student.course_id AND snapshot_submitter.user_id = roster_student.user_id
      ) AS last_submission_at,
      work.open AS open_work, work.finished AS finished_work
    FROM roster_student
    CROSS JOIN ${work}
    WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.user_id = ${userId}::bigint
      AND (${visibleTo === null} OR roster_student.tag_slugs && ${texts(visibleTo ?? [])})
  `
  return await db.maybeOne(staff ? findRow`${row(workOf(...whose))}` : findOwnRow`${row(ownWorkOf(...whose))}`)
}

async function listSubmissionsOfStudent(db: Db, courseId: number, userId: number, view: StudentView) {
  const list = view.staff ? listSubmissions : listOwnSubmissions
  return await db.any(list`
    SELECT known.submission_id, known.exercise_id, known.submitted_at,
      ${view.staff ? staffColumns : ownColumns}
    FROM snapshot_submitter
    JOIN snapshot_submission AS known ON known.course_id = snapshot_submitter.course_id
      AND known.submission_id = snapshot_submitter.submission_id AND ${isShown(view)}
    LEFT JOIN LATERAL (${view.staff ? lastShownUpstream : visibleOfKnown}) AS shown ON TRUE
    WHERE snapshot_submitter.course_id = ${courseId}::bigint AND snapshot_submitter.user_id = ${userId}::bigint
    ORDER BY known.submitted_at DESC, known.submission_id DESC
    LIMIT ${submissionLimit}::integer
  `)
}

const staffColumns = sql.fragment`
  shown.status AS state, CASE WHEN shown.status = 'ready' THEN shown.grade END AS points, (
    SELECT assessment.id
    FROM assessment
    WHERE assessment.submission_id = known.submission_id AND assessment.course_id = known.course_id AND assessment.round = 1
  ) AS assessment_id`

const visibleOfKnown = sql.fragment`
  SELECT student_visible_result.points
  FROM student_visible_result
  WHERE student_visible_result.submission_id = known.submission_id
  LIMIT 1`

const ownColumns = sql.fragment`
  CASE WHEN shown.points IS NULL THEN 'submitted' ELSE 'released' END AS state, shown.points, NULL::uuid AS assessment_id`

const feedbackLimit = 1_000

async function listFeedbackOfStudent(db: Db, courseId: number, userId: number, { staff, documents }: StudentView) {
  if (staff)
    return await db.any(listFeedback`
      SELECT document.id, document.state, ${publishedAt} AS published_at
      FROM roster_student AS student
      CROSS JOIN LATERAL (${documentsOfStudent(documents)}) AS document
      WHERE student.course_id = ${courseId}::bigint AND student.user_id = ${userId}::bigint
      ORDER BY document.updated_at DESC, document.id DESC
      LIMIT ${feedbackLimit}::integer
    `)
  return await db.any(listOwn`
    SELECT visible.feedback_id AS id, 'published' AS state, visible.released_at AS published_at
    FROM (
      SELECT visible.*
      FROM submission_submitter
      JOIN student_visible_result AS visible ON visible.submission_id = submission_submitter.submission_id
      WHERE submission_submitter.user_id = ${userId}::bigint
      UNION ALL
      SELECT visible.* FROM student_visible_result AS visible WHERE visible.user_id = ${userId}::bigint
    ) AS visible
    WHERE visible.course_id = ${courseId}::bigint
    ORDER BY visible.released_at DESC, visible.feedback_id DESC
    LIMIT ${feedbackLimit}::integer
  `)
}

/** Staff excepted, only what is not hidden; a grader sees none that is anonymous. */
function isShown({ staff, seesAnonymous }: StudentView): FragmentSqlToken {
  return sql.fragment`(${seesAnonymous} OR ${isNamed}) AND (${staff} OR NOT ${isHidden})`
}

async function listPointsOfStudent(db: Db, courseId: number, userId: number, view: StudentView) {
  const { staff } = view
  const list = staff ? listPoints : listOwnPoints
  return await db.any(list`
    SELECT snapshot_exercise.exercise_id, best.points,
      coalesce(best.max_points, snapshot_exercise.max_points)::float8 AS max_points
    FROM manual_grading_exercise AS known
    JOIN snapshot_exercise ON snapshot_exercise.course_id = known.course_id AND snapshot_exercise.exercise_id = known.exercise_id
    LEFT JOIN ${staff ? bestShownUpstream(courseId, userId, view) : bestReleased(userId)}
    WHERE known.course_id = ${courseId}::bigint AND (${staff} OR NOT ${isHidden})
    ORDER BY snapshot_exercise.exercise_id
  `)
}

/** It is made once for all exercises, since a student may have thousands of submissions. */
const bestShownUpstream = (courseId: number, userId: number, { seesAnonymous }: StudentView) => sql.fragment`(
  SELECT known.exercise_id, max(upstream.grade) AS points, NULL::numeric AS max_points
  FROM snapshot_submitter
  JOIN snapshot_submission AS known ON known.course_id = snapshot_submitter.course_id
    AND known.submission_id = snapshot_submitter.submission_id
  CROSS JOIN LATERAL (${lastShownUpstream}) AS upstream
  WHERE snapshot_submitter.course_id = ${courseId}::bigint AND snapshot_submitter.user_id = ${userId}::bigint
    AND upstream.status = 'ready' AND (${seesAnonymous} OR ${isNamed})
  GROUP BY known.exercise_id
) AS best ON best.exercise_id = snapshot_exercise.exercise_id`

/** The result with the largest part of its own maximum, since rubrics may have other maxima than the exercise. */
const bestReleased = (userId: number) => sql.fragment`LATERAL (
  SELECT visible.points, visible.max_points
  FROM submission_submitter
  JOIN student_visible_result AS visible ON visible.submission_id = submission_submitter.submission_id
  WHERE submission_submitter.user_id = ${userId}::bigint AND visible.course_id = snapshot_exercise.course_id
    AND visible.exercise_id = snapshot_exercise.exercise_id
  ORDER BY visible.points / nullif(visible.max_points, 0) DESC NULLS LAST
  LIMIT 1
) AS best ON TRUE`
