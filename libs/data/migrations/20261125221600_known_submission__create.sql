-- Every submission as it is stored: the registered ones, and those that a snapshot has, which count unless they are registered.
CREATE VIEW stored_submission AS
SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.language,
  submission.attempt, submission.max_points, submission.auto_points, submission.in_queue, submission.held_until,
  submission.superseded_by, submission.gone, submission.fixture, TRUE AS is_registered, TRUE AS counts
FROM submission
UNION ALL
SELECT snapshot_submission.submission_id, snapshot_submission.course_id, snapshot_submission.exercise_id, snapshot_submission.submitted_at,
  NULL, NULL, NULL, NULL, FALSE, NULL, NULL, FALSE, FALSE, FALSE,
  -- Not IS NULL, for which the planner would expect almost no matches, and choose a plan that reads far too much.
  coalesce((SELECT FALSE FROM submission WHERE submission.submission_id = snapshot_submission.submission_id), TRUE)
FROM snapshot_submission;

-- The user ids of those who handed it in, in order, and whether its course grades its exercise by hand now. Here and below, scalar
-- subqueries are used, since the planner cannot turn them into joins that read a whole table for one page.
CREATE FUNCTION submission_facts(submission_id bigint, course_id bigint, exercise_id bigint, is_registered boolean)
RETURNS TABLE (submitter_ids bigint[], is_listed boolean) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN submission_facts.is_registered THEN ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = submission_facts.submission_id
      ORDER BY submission_submitter.user_id
    ) ELSE ARRAY(
      SELECT snapshot_submitter.user_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = submission_facts.course_id AND snapshot_submitter.submission_id = submission_facts.submission_id
      ORDER BY snapshot_submitter.user_id
    ) END,
    coalesce((
      SELECT TRUE
      FROM manual_grading_exercise
      WHERE manual_grading_exercise.exercise_id = submission_facts.exercise_id
        AND manual_grading_exercise.course_id = submission_facts.course_id
    ), FALSE)
$$;

-- The state that staff see. The clock is that of the statement, since PostgreSQL would not look into a function that asks for another.
CREATE FUNCTION staff_state(
  submission_id bigint, is_registered boolean, is_listed boolean, in_queue boolean, held_until timestamptz, superseded_by bigint,
  gone boolean
)
RETURNS TABLE (state text) LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT staff_state.is_registered OR NOT staff_state.is_listed OR (
      SELECT TRUE FROM submission_submitter WHERE submission_submitter.submission_id = staff_state.submission_id LIMIT 1
    ) IS NULL THEN 'not_queued'
    ELSE coalesce(
      (
        SELECT CASE WHEN completed_result.released_at IS NULL THEN 'completed' ELSE 'released' END
        FROM completed_result
        WHERE completed_result.submission_id = staff_state.submission_id AND completed_result.withdrawn_at IS NULL
      ),
      CASE
        WHEN staff_state.held_until > statement_timestamp() THEN 'in_progress'
        WHEN staff_state.gone THEN 'gone'
        WHEN staff_state.superseded_by IS NOT NULL THEN 'superseded'
        WHEN staff_state.in_queue THEN 'waiting'
        ELSE 'not_queued'
      END
    )
  END
$$;

CREATE VIEW known_submission AS
SELECT stored.submission_id, stored.course_id, stored.exercise_id, stored.submitted_at, stored.language, stored.attempt, stored.max_points,
  stored.auto_points, stored.in_queue, stored.superseded_by, stored.gone, stored.fixture, stored.is_registered, stored.counts,
  facts.submitter_ids, facts.is_listed, shown.state
FROM stored_submission AS stored
CROSS JOIN LATERAL submission_facts(stored.submission_id, stored.course_id, stored.exercise_id, stored.is_registered) AS facts
CROSS JOIN LATERAL staff_state(
  stored.submission_id, stored.is_registered, facts.is_listed, stored.in_queue, stored.held_until, stored.superseded_by, stored.gone
) AS shown;

-- One submission, as it counts. LIMIT prevents joins of whole tables; what follows is computed only where it is asked.
CREATE FUNCTION known_submission_of(course_id bigint, submission_id bigint)
RETURNS SETOF known_submission LANGUAGE sql STABLE AS $$
  SELECT stored.submission_id, stored.course_id, stored.exercise_id, stored.submitted_at, stored.language, stored.attempt, stored.max_points,
    stored.auto_points, stored.in_queue, stored.superseded_by, stored.gone, stored.fixture, stored.is_registered, stored.counts,
    facts.submitter_ids, facts.is_listed, shown.state
  FROM (
    SELECT stored.*
    FROM stored_submission AS stored
    WHERE stored.submission_id = known_submission_of.submission_id AND stored.course_id = known_submission_of.course_id AND stored.counts
    LIMIT 1
  ) AS stored
  CROSS JOIN LATERAL submission_facts(stored.submission_id, stored.course_id, stored.exercise_id, stored.is_registered) AS facts
  CROSS JOIN LATERAL staff_state(
    stored.submission_id, stored.is_registered, facts.is_listed, stored.in_queue, stored.held_until, stored.superseded_by, stored.gone
  ) AS shown
$$;

-- What a person handed in to a course; what is registered is theirs only by its registration. OFFSET keeps each table's index in use, and
-- the course an argument.
CREATE FUNCTION work_of(course_id bigint, user_id bigint)
RETURNS SETOF known_submission LANGUAGE sql STABLE AS $$
  SELECT known.*
  FROM (
    (
      SELECT work_of.course_id, submission_submitter.submission_id
      FROM submission_submitter
      WHERE submission_submitter.user_id = work_of.user_id
      OFFSET 0
    )
    UNION ALL
    (
      SELECT snapshot_submitter.course_id, snapshot_submitter.submission_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = work_of.course_id AND snapshot_submitter.user_id = work_of.user_id AND coalesce(
        (SELECT FALSE FROM submission WHERE submission.submission_id = snapshot_submitter.submission_id), TRUE
      )
      OFFSET 0
    )
  ) AS handed_in
  CROSS JOIN LATERAL known_submission_of(handed_in.course_id, handed_in.submission_id) AS known
$$;

-- Documents about a student, and of what the student handed in. The language of the latter is that of the submission.
CREATE FUNCTION documents_of(course_id bigint, user_id bigint)
RETURNS TABLE (
  id uuid, state text, updated_at timestamptz, published_at timestamptz, assessment_id uuid, language text, is_named boolean
) LANGUAGE sql STABLE AS $$
  SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id, feedback.language, TRUE
  FROM feedback
  WHERE feedback.course_id = documents_of.course_id AND feedback.user_id = documents_of.user_id
  UNION ALL
  SELECT document.id, document.state, document.updated_at, document.published_at, document.assessment_id, known.language, naming.is_named
  FROM submission_submitter AS own
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.language
    FROM submission
    WHERE submission.submission_id = own.submission_id AND submission.course_id = documents_of.course_id
    LIMIT 1
  ) AS known
  CROSS JOIN LATERAL (
    SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id
    FROM feedback
    WHERE feedback.submission_id = known.submission_id
    OFFSET 0
  ) AS document
  CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
  WHERE own.user_id = documents_of.user_id
$$;

-- The rows of lists, for staff and for those who handed in, who see only points and states of student_visible_result, and neither automatic
-- points nor status and grade upstream. Each has the columns of the other, so that one reader serves both. LIMIT prevents joins of whole
-- tables.
CREATE VIEW submission_for_staff AS
SELECT known.submission_id, known.course_id, known.exercise_id, known.submitted_at, known.language, known.attempt, known.is_registered,
  known.state, known.gone, known.auto_points, standing.points, coalesce(standing.max_points, present.max_points) AS max_points,
  upstream.status AS upstream_status, upstream.grade AS upstream_grade, begun.id AS assessment_id, begun.grader_id,
  (SELECT staff.full_name FROM staff_name_in(begun.grader_id, known.course_id) AS staff) AS grader_name, begun.holder_id,
  (SELECT staff.full_name FROM staff_name_in(begun.holder_id, known.course_id) AS staff) AS holder_name,
  begun.lease_until AS lease_expires_at, begun.updated_at AS assessment_updated_at, begun.postponed_note, begun.postponed_at,
  known.superseded_by IS NOT NULL AS superseded, submitter.list AS submitters, (
    SELECT known_upstream.facts
    FROM upstream_facts(known.course_id, known.exercise_id, known.submission_id, standing.id) AS known_upstream
    WHERE standing.released_at IS NOT NULL
  ) AS upstream_facts
FROM known_submission AS known
CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) AS submitter
CROSS JOIN LATERAL present_max_points(known.course_id, known.exercise_id) AS present
LEFT JOIN LATERAL last_shown_upstream(known.course_id, known.submission_id) AS upstream ON TRUE
LEFT JOIN LATERAL (
  SELECT completed_result.id, completed_result.points, completed_result.max_points, completed_result.released_at
  FROM completed_result
  WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL
  LIMIT 1
) AS standing ON TRUE
LEFT JOIN LATERAL (
  SELECT assessment.id, assessment.grader_id, assessment.holder_id, assessment.lease_until, assessment.updated_at,
    assessment.postponed_note, assessment.postponed_at
  FROM assessment
  WHERE assessment.submission_id = known.submission_id AND assessment.round = 1
  LIMIT 1
) AS begun ON TRUE;

CREATE VIEW submission_for_student AS
SELECT known.submission_id, known.course_id, known.exercise_id, known.submitted_at, known.language, known.attempt, known.is_registered,
  CASE WHEN visible.points IS NULL THEN 'submitted' ELSE 'released' END AS state, FALSE AS gone, NULL::numeric AS auto_points,
  visible.points, coalesce(visible.max_points, present.max_points) AS max_points, NULL::text AS upstream_status,
  NULL::numeric AS upstream_grade, NULL::uuid AS assessment_id, NULL::bigint AS grader_id, NULL::text AS grader_name,
  NULL::bigint AS holder_id, NULL::text AS holder_name, NULL::timestamptz AS lease_expires_at,
  NULL::timestamptz AS assessment_updated_at, NULL::text AS postponed_note, NULL::timestamptz AS postponed_at, FALSE AS superseded,
  submitter.list AS submitters, (
    SELECT known_upstream.facts
    FROM upstream_facts(known.course_id, known.exercise_id, known.submission_id, visible.result_id) AS known_upstream
    WHERE visible.result_id IS NOT NULL
  ) AS upstream_facts
FROM known_submission AS known
-- Those who handed in know each other.
CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, TRUE) AS submitter
CROSS JOIN LATERAL present_max_points(known.course_id, known.exercise_id) AS present
LEFT JOIN LATERAL (
  SELECT student_visible_result.result_id, student_visible_result.points, student_visible_result.max_points
  FROM student_visible_result
  WHERE student_visible_result.submission_id = known.submission_id
  LIMIT 1
) AS visible ON TRUE;

CREATE FUNCTION submission_for_staff_of(course_id bigint, submission_id bigint, is_registered boolean)
RETURNS SETOF submission_for_staff LANGUAGE sql STABLE AS $$
  SELECT known.*
  FROM submission_for_staff AS known
  WHERE known.submission_id = submission_for_staff_of.submission_id AND known.course_id = submission_for_staff_of.course_id
    AND known.is_registered = submission_for_staff_of.is_registered
  LIMIT 1
$$;

CREATE FUNCTION submission_for_student_of(course_id bigint, submission_id bigint, is_registered boolean)
RETURNS SETOF submission_for_student LANGUAGE sql STABLE AS $$
  SELECT known.*
  FROM submission_for_student AS known
  WHERE known.submission_id = submission_for_student_of.submission_id AND known.course_id = submission_for_student_of.course_id
    AND known.is_registered = submission_for_student_of.is_registered
  LIMIT 1
$$;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  REVOKE EXECUTE ON FUNCTION submission_facts, staff_state, known_submission_of, work_of, documents_of, submission_for_staff_of,
    submission_for_student_of FROM PUBLIC;
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION '
      'submission_facts, staff_state, known_submission_of, work_of, documents_of, submission_for_staff_of, '
      'submission_for_student_of '
      'TO %I', frontend);
  EXECUTE format('GRANT SELECT ON stored_submission, known_submission, submission_for_staff, submission_for_student TO %I', frontend);
END
$$;
