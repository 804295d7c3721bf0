import { insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { openGrading } from '../testing/a-delivery.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import type { GradeRow } from './grade-rows.ts'
import { listGrades } from './list-grades.ts'

/** Courses with graded work, and what is listed of their grades. */
export async function openGrades() {
  const grading = await openGrading()
  const { frontend, owner } = grading
  /** A course with a student for each completed submission, and `students` more. User ids begin with 501. */
  async function courseWith({ completed = 0, students = 0 }: { completed?: number; students?: number }) {
    lastExerciseId += 1
    const exerciseId = lastExerciseId
    const courseId = await configureCourse(frontend, { manualGradingExercises: [exerciseId] })
    const firstSubmissionId = 100_000 * exerciseId
    if (completed > 0)
      await insertCompletedAssessments(owner, { courseId, exerciseId, count: completed, firstSubmissionId })
    await owner.query(
      `INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
    VALUES ($1, 1, now(), TRUE, '[]', '{}') ON CONFLICT DO NOTHING`,
      [courseId],
    )
    await owner.query(
      `INSERT INTO roster_student (course_id, user_id, username, full_name, email, student_id, tag_slugs, search_text)
    SELECT $1, id, 'user' || id, 'Name ' || id, '', id::text, '{}', '' FROM generate_series(501, 500 + $2::int) AS id`,
      [courseId, students],
    )
    return { courseId, exerciseId, firstSubmissionId }
  }
  const rowsOf = async (exercise: ExerciseOfCourse) => {
    const pages = await Array.fromAsync(listGrades(frontend, exercise))
    return pages.flat()
  }
  /** The snapshot has this submission. */
  const hasHandedIn = async ({ courseId, exerciseId }: ExerciseOfCourse, submissionId: number, userIds: number[]) => {
    await owner.query(
      `INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
      VALUES ($1, $2, $3, '2026-11-01T10:00:00Z', 'waiting', 0)`,
      [courseId, submissionId, exerciseId],
    )
    await owner.query(
      'INSERT INTO snapshot_submitter (course_id, submission_id, user_id) SELECT $1, $2, id FROM unnest($3::bigint[]) AS id',
      [courseId, submissionId, userIds],
    )
  }
  /** Completes a reopened assessment with other points; the result is not released. */
  const completeAgain = (submissionId: number, points: number) =>
    owner.query(
      `WITH done AS (
        UPDATE assessment SET state = 'completed', completed_at = now(), rubric_wording = 0 WHERE submission_id = $1 RETURNING id)
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by,
        created_at, fixture, assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, $2, max_points, '', '{}', 103, now(), FALSE, assessment_id, 0, 0, '{}', 1
      FROM completed_result WHERE assessment_id = (SELECT id FROM done) LIMIT 1`,
      [submissionId, points],
    )
  return {
    ...grading,
    courseWith,
    rowsOf,
    linesOf: async (exercise: ExerciseOfCourse) => linesOf(await rowsOf(exercise)),
    hasHandedIn,
    completeAgain,
  }
}

/** Who has a line, for which submission. */
export const linesOf = (rows: readonly GradeRow[]) =>
  rows.flatMap(({ submissionId, people }) =>
    people.map(({ userId, alias }) => [submissionId, userId ?? `alias ${alias}`]),
  )

let lastExerciseId = 200
