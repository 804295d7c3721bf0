import { type CountedUpstream, countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import { bestPoints } from '@course-grading/domain/students/best-points'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { type DocumentRestriction, documentsOfStudent, publishedAt } from '../feedback/documents-of-student.ts'
import { visibleTo } from '../feedback/visible-to.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { nullable, read } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'
import { listWorkOfStudent, type SubmissionQuery } from '../submissions/list-submissions.ts'
import { isNamed } from '../submissions/submission-names.ts'
import { isHidden } from '../submissions/exercise-conditions.ts'
import { ownWorkOf, rosterRow, type ListedStudent, workOf } from './student-rows.ts'

/** Students see neither author nor `updatedAt`. */
const feedbackRow = Type.Object({
  id: Type.String(),
  submissionId: nullable(Type.Integer()),
  state: Type.String(),
  authorId: nullable(Type.Integer()),
  authorName: nullable(Type.String()),
  updatedAt: nullable(Type.String()),
  publishedAt: nullable(Type.String()),
  readAt: nullable(Type.String()),
})
const exerciseRow = Type.Object({ exerciseId: Type.Integer(), name: Type.String(), maxPoints: Type.Number() })

const studentRow = Type.Object({ ...rosterRow.properties, left: Type.Boolean() })

interface FoundStudent extends ListedStudent {
  readonly left: boolean
  /** Newest first. */
  readonly submissions: readonly {
    readonly submissionId: number
    readonly exerciseId: number
    readonly exerciseName: string | null
    readonly attempt: number | null
    readonly submittedAt: string
    readonly state: SubmissionState
    readonly points: number | null
    readonly maxPoints: number | null
    readonly assessmentId: string | null
    readonly upstream: CountedUpstream | null
  }[]
  /** What the reader may see, newest first. */
  readonly feedback: readonly Static<typeof feedbackRow>[]
  readonly pointsByExercise: readonly {
    readonly exerciseId: number
    readonly exerciseName: string | null
    readonly points: number | null
    readonly maxPoints: number
  }[]
}

/** Far above what a course lets a student hand in. */
const submissionLimit = 5_000

interface StudentView {
  /** A student must have one of them, see `studentRestriction`; null for no restriction. */
  readonly visibleTo: readonly string[] | null
  /** Whose submissions are shown as `selectSubmissions` shows them. Students see no hidden exercises. */
  readonly reader: Pick<SubmissionQuery, 'restriction' | 'claimer' | 'ofStudent'>
  /** Whether anonymous work is shown: to teachers, who are asked for help, and to the student. */
  readonly seesAnonymous: boolean
  /** Which documents staff see. Students see what was released to them. */
  readonly documents: DocumentRestriction
}

/** The submissions are those that `selectSubmissions` shows. The best points are of exercises that are graded by hand. */
export async function findStudent(
  db: Db,
  courseId: number,
  userId: number,
  view: StudentView,
): Promise<FoundStudent | null> {
  const student = await findRosterStudent(db, courseId, userId, view)
  if (student === null) return null
  const submissions = await listWorkOfStudent(db, {
    ...view.reader,
    courseId,
    userId,
    findsAnonymous: view.seesAnonymous,
    limit: submissionLimit,
  })
  const feedback = await listFeedbackOfStudent(db, courseId, userId, view)
  const exercises = await listExercisesOfStudent(db, courseId, view)
  const reader = isStaff(view) ? 'staff' : 'student'
  const best = bestPoints(submissions, reader)
  const names = new Map(exercises.map(({ exerciseId, name }) => [exerciseId, name]))
  return {
    ...student,
    submissions: submissions.map((submission) => ({
      submissionId: submission.submissionId,
      exerciseId: submission.exerciseId,
      exerciseName: names.get(submission.exerciseId) ?? null,
      attempt: submission.attempt,
      submittedAt: submission.submittedAt,
      state: submission.state,
      points: submission.points,
      maxPoints: submission.maxPoints,
      assessmentId: submission.assessmentId,
      upstream: countedUpstream(submission.upstreamFacts, submission, reader),
    })),
    feedback,
    pointsByExercise: exercises.map(({ exerciseId, name, maxPoints }) => ({
      exerciseId,
      exerciseName: name,
      points: best.get(exerciseId)?.points ?? null,
      maxPoints: best.get(exerciseId)?.maxPoints ?? maxPoints,
    })),
  }
}

const isStaff = ({ reader }: StudentView) => reader.ofStudent === null

async function findRosterStudent(db: Db, courseId: number, userId: number, view: StudentView) {
  const { visibleTo } = view
  const whose = [sql.fragment`roster_student.course_id`, sql.fragment`roster_student.user_id`, isShown(view)] as const
  const row = (work: FragmentSqlToken) => sql.fragment`
    SELECT roster_student.user_id, roster_student.username, roster_student.full_name,
      roster_student.email, roster_student.student_id, roster_student.tag_slugs,
      roster_student.left_at IS NOT NULL AS left,
      work.last_at AS last_submission_at, work.open AS open_work, work.finished AS finished_work
    FROM roster_student
    CROSS JOIN ${work}
    WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.user_id = ${userId}::bigint
      AND (${visibleTo === null} OR roster_student.tag_slugs && ${texts(visibleTo ?? [])})
  `
  return await db.maybeOne(
    isStaff(view)
      ? read('findStudent', studentRow)`${row(workOf(...whose))}`
      : read('findOwnStudent', studentRow)`${row(ownWorkOf(...whose))}`,
  )
}

const feedbackLimit = 1_000

async function listFeedbackOfStudent(db: Db, courseId: number, userId: number, view: StudentView) {
  if (isStaff(view))
    return await db.any(read('listFeedbackOfStudent', feedbackRow)`
      WITH page AS MATERIALIZED (
        SELECT document.id, document.state, document.updated_at, ${publishedAt} AS published_at
        FROM roster_student AS student
        CROSS JOIN LATERAL (SELECT document.* FROM ${documentsOfStudent(view.documents)}) AS document
        WHERE student.course_id = ${courseId}::bigint AND student.user_id = ${userId}::bigint
        ORDER BY document.updated_at DESC, document.id DESC
        LIMIT ${feedbackLimit}::integer
      )
      SELECT page.id, whole.submission_id, page.state, whole.author_id,
        ${staffNameOf(sql.fragment`whole.author_id`, sql.fragment`whole.course_id`)} AS author_name,
        page.updated_at, page.published_at, (
          SELECT min(feedback_read.read_at)
          FROM feedback_read
          WHERE feedback_read.feedback_id = page.id AND feedback_read.read_at >= page.published_at
        ) AS read_at
      FROM page
      CROSS JOIN LATERAL (
        SELECT feedback.course_id, feedback.submission_id, feedback.author_id FROM feedback WHERE feedback.id = page.id LIMIT 1
      ) AS whole
      ORDER BY page.updated_at DESC, page.id DESC
    `)
  return await db.any(read('listFeedbackOfOwnPage', feedbackRow)`
    SELECT visible.feedback_id AS id, visible.submission_id, 'published' AS state, NULL::bigint AS author_id,
      NULL::text AS author_name, NULL::timestamptz AS updated_at, visible.released_at AS published_at, (
        SELECT feedback_read.read_at
        FROM feedback_read
        WHERE feedback_read.feedback_id = visible.feedback_id AND feedback_read.user_id = ${userId}::bigint
          AND feedback_read.read_at >= visible.released_at
      ) AS read_at
    FROM ${visibleTo(userId)} AS visible
    WHERE visible.course_id = ${courseId}::bigint
    ORDER BY visible.released_at DESC, visible.feedback_id DESC
    LIMIT ${feedbackLimit}::integer
  `)
}

function isShown(view: StudentView): FragmentSqlToken {
  return sql.fragment`(${view.seesAnonymous} OR ${isNamed}) AND (${isStaff(view)} OR NOT ${isHidden})`
}

async function listExercisesOfStudent(db: Db, courseId: number, view: StudentView) {
  return await db.any(read('listExercisesOfStudent', exerciseRow)`
    SELECT snapshot_exercise.exercise_id, snapshot_exercise.name, snapshot_exercise.max_points::float8 AS max_points
    FROM manual_grading_exercise AS known
    JOIN snapshot_exercise ON snapshot_exercise.course_id = known.course_id AND snapshot_exercise.exercise_id = known.exercise_id
    WHERE known.course_id = ${courseId}::bigint AND (${isStaff(view)} OR NOT ${isHidden})
    ORDER BY snapshot_exercise.exercise_id
  `)
}
