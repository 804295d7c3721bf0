import { demoCourses } from '@course-grading/test-kit'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { courseId, firstExerciseId } from '../learning-platform.ts'

/** Settings with ten exercises that are graded by hand. No graders are listed, since only teachers read. */
export const courseOfBench: CourseSettings = {
  ...demoCourses.programming1,
  courseId,
  slug: 'submissions',
  name: 'Programming: an introduction to algorithms and data structures',
  graders: [],
  manualGradingExercises: Array.from({ length: 10 }, (_, index) => firstExerciseId + index),
}

/**
 * 36,000 submissions of 1,200 students, one a minute, all of them registered and in the snapshot. Every eighth is by two students, and
 * every eighth has a result that waits for its release.
 */
export const manySubmissions = `
  INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes) VALUES (${courseId}, 1, now(), TRUE, '[]', '{}');
  INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
  SELECT ${courseId}, id, 'user' || id, 'Student ' || id, '', '{}', 'student ' || id || E'\\n\\n' FROM generate_series(1, 1200) AS id;
  INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
  SELECT ${courseId}, id, ${firstExerciseId} + id % 10, '2026-09-01Z'::timestamptz + id * interval '1 minute', 'ready', 5
  FROM generate_series(1, 36000) AS id;
  INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
  SELECT ${courseId}, id, 1 + (id * 7 + nth * 600) % 1200
  FROM generate_series(1, 36000) AS id CROSS JOIN generate_series(0, 1) AS nth WHERE nth = 0 OR id % 8 = 0;
  INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
  SELECT submission_id, course_id, exercise_id, submitted_at, 'fi', 1, 10, submission_id % 8 <> 0, FALSE, now() FROM snapshot_submission;
  INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, user_id FROM snapshot_submitter;
  BEGIN;
  INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version,
    rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
  SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'completed', 1, 99999, 0, 0, '{}', '', '{}', 5, now(), now(), now(), FALSE
  FROM submission WHERE NOT in_queue;
  INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
    assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
  SELECT id, submission_id, course_id, exercise_id, 5, 10, '', '{}', now(), FALSE, id, 0, 0, '{}', 1 FROM assessment;
  COMMIT;
  INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications,
    verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
  SELECT gen_random_uuid(), submission_id, course_id, exercise_id, id, 'held', 0, 1, 0, 0, 0, FALSE, TRUE, FALSE, now(), now()
  FROM completed_result;
  VACUUM ANALYZE;
`
