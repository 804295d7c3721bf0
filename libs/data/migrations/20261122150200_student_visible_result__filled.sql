-- What students may see, of a submission and of documents about a student: every reading, list, export and archive for students asks
-- this view and no table. Of a submission it is the newest result that was released, whatever became of it since. Each release
-- publishes its document; what staff withdraw, or an erasure emptied, is hidden until it is published or released again. A course or a module that the learning platform hides from students shows nothing,
-- as the snapshot says; without a snapshot it is shown.
CREATE OR REPLACE VIEW student_visible_result AS
SELECT released.submission_id, released.id AS result_id, released.points, released.max_points, released.released_at,
  feedback.id AS feedback_id, NULL::bigint AS user_id, released.course_id, released.exercise_id,
  released.student_text AS text
FROM completed_result AS released
JOIN feedback ON feedback.assessment_id = released.assessment_id AND feedback.state = 'published'
WHERE released.released_at IS NOT NULL
  AND NOT EXISTS (
    SELECT
    FROM completed_result AS newer
    WHERE newer.submission_id = released.submission_id AND newer.released_at IS NOT NULL
      AND (newer.created_at, newer.id) > (released.created_at, released.id)
  )
  AND NOT EXISTS (
    SELECT FROM course_snapshot WHERE course_snapshot.course_id = released.course_id AND NOT course_snapshot.visible
  )
  AND NOT EXISTS (
    SELECT
    FROM snapshot_exercise
    JOIN snapshot_module ON snapshot_module.course_id = snapshot_exercise.course_id
      AND snapshot_module.module_id = snapshot_exercise.module_id AND snapshot_module.hidden
    WHERE snapshot_exercise.course_id = released.course_id AND snapshot_exercise.exercise_id = released.exercise_id
  )
UNION ALL
SELECT NULL, NULL, NULL, NULL, feedback.published_at, feedback.id, feedback.user_id, feedback.course_id, NULL,
  feedback.published_text
FROM feedback
WHERE feedback.user_id IS NOT NULL AND feedback.state = 'published'
  AND NOT EXISTS (
    SELECT FROM course_snapshot WHERE course_snapshot.course_id = feedback.course_id AND NOT course_snapshot.visible
  );
