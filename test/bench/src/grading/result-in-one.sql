-- The result of a completion with its delivery as one statement writes them, for the twin: no statement of the service changes it.
-- $1 submission, $2 course, $3 exercise, $4 id of the result, $5 points, $6 maximum, $7 HTML, $8 payload, $9 grader, $10 assessment,
-- $11 rubric, $12 version, $13 wording, $14 scores, $15 adjustment, $16 revision of the feedback, $17 text for students, $18 parts,
-- $19 id of the delivery
WITH target AS (
  SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.fixture,
    EXISTS (
      SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
    ) AS has_submitter
  FROM submission
  WHERE submission.submission_id = $1::bigint AND submission.course_id = $2::bigint AND submission.exercise_id = $3::bigint
),
inserted AS (
  INSERT INTO completed_result (
    id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by, created_at, fixture,
    assessment_id, rubric_id, rubric_version, rubric_wording, scores, adjustment, feedback_revision, student_text, parts
  )
  SELECT $4::uuid, target.submission_id, target.course_id, target.exercise_id, $5::numeric, $6::numeric, $7, $8::json, $9::bigint,
    clock_timestamp(), target.fixture, $10::uuid, $11::uuid, $12::integer, $13::integer, $14::json, $15::json, $16::integer, $17::json,
    $18::json
  FROM target
  WHERE target.has_submitter
  ON CONFLICT (submission_id) WHERE withdrawn_at IS NULL DO NOTHING
  RETURNING completed_result.id, completed_result.submission_id, completed_result.course_id, completed_result.exercise_id,
    completed_result.fixture
),
left_queue AS (
  UPDATE submission SET in_queue = FALSE FROM inserted WHERE submission.submission_id = inserted.submission_id
),
made AS (
  INSERT INTO delivery (
    id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, failures, verifications, verification_epoch,
    overwrite_seen, notify, fixture, created_at, updated_at
  )
  SELECT $19::uuid, result.submission_id, result.course_id, result.exercise_id, result.id, 'held', 0, 1, 0, 0, 0, FALSE,
    coalesce((
      SELECT exercise_grading.notify
      FROM exercise_grading
      WHERE exercise_grading.course_id = result.course_id AND exercise_grading.exercise_id = result.exercise_id
    ), TRUE)
    AND NOT EXISTS (
      SELECT
      FROM delivery AS earlier
      WHERE earlier.submission_id = result.submission_id AND earlier.result_id = result.id AND earlier.state = 'delivered'
    ),
    result.fixture, clock_timestamp(), clock_timestamp()
  FROM inserted AS result
  ON CONFLICT (submission_id) WHERE state NOT IN ('delivered', 'cancelled') DO NOTHING
  RETURNING delivery.id, delivery.state, delivery.send_number, delivery.epoch
),
recorded AS (
  INSERT INTO delivery_event (delivery_id, at, event, to_state, send_number, epoch, by_user_id)
  SELECT made.id, clock_timestamp(), 'created', made.state, made.send_number, made.epoch, $9::bigint
  FROM made
)
SELECT EXISTS (SELECT FROM inserted) AS inserted, EXISTS (SELECT FROM made) AS "isDelivered"
