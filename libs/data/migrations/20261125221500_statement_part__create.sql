-- What many statements ask of a submission, written once. PostgreSQL puts a function of this kind into the statement that names it, as
-- long as it is one SELECT in SQL, STABLE, and no argument of it is a subquery. A statement reads it as it reads a view. The columns of a
-- function cannot change: what needs others gets a new function, and the old one goes a release later.

-- Whether staff see who handed in a submission: the exercise is not anonymous, or a result is released. With OFFSET the answer is not
-- itself a subquery, so that it can be an argument.
CREATE FUNCTION submission_naming(course_id bigint, exercise_id bigint, submission_id bigint)
RETURNS TABLE (is_named boolean) LANGUAGE sql STABLE AS $$
  SELECT NOT coalesce((
    SELECT exercise_grading.anonymous
    FROM exercise_grading
    WHERE exercise_grading.course_id = submission_naming.course_id AND exercise_grading.exercise_id = submission_naming.exercise_id
  ), FALSE) OR (
    SELECT TRUE
    FROM completed_result
    WHERE completed_result.submission_id = submission_naming.submission_id AND completed_result.released_at IS NOT NULL
    LIMIT 1
  ) IS NOT NULL
  OFFSET 0
$$;

-- The alias of a person in an exercise, 0 until named anywhere; null where staff see the name.
CREATE FUNCTION alias_of(course_id bigint, exercise_id bigint, user_id bigint, is_named boolean)
RETURNS TABLE (alias integer) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT alias_of.is_named THEN coalesce((
    SELECT exercise_alias.alias
    FROM exercise_alias
    WHERE exercise_alias.course_id = alias_of.course_id AND exercise_alias.exercise_id = alias_of.exercise_id
      AND exercise_alias.user_id = alias_of.user_id
  ), 0) END
$$;

-- People as a JSON list, named as the roster of the course names them. Those with aliases are in the order of these: an order by user id
-- would reveal something. Names are looked up one by one, since a join would read the whole roster for a row.
CREATE FUNCTION named_people(course_id bigint, exercise_id bigint, user_ids bigint[], is_named boolean)
RETURNS TABLE (list json) LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object(
    'userId', own.user_id, 'fullName', person.full_name, 'tagSlugs', coalesce(person.tag_slugs, '{}'), 'alias', own.alias
  ) ORDER BY own.alias, own.user_id), '[]')
  FROM (
    SELECT given.user_id, shown.alias
    FROM unnest(named_people.user_ids) AS given (user_id)
    CROSS JOIN LATERAL alias_of(named_people.course_id, named_people.exercise_id, given.user_id, named_people.is_named) AS shown
  ) AS own
  LEFT JOIN LATERAL (
    SELECT roster_student.full_name, roster_student.tag_slugs
    FROM roster_student
    WHERE roster_student.course_id = named_people.course_id AND roster_student.user_id = own.user_id
    LIMIT 1
  ) AS person ON TRUE
$$;

-- The name by which any course knows the person; else that of a roster, if possible of this course; null if none is known.
CREATE FUNCTION staff_name_in(user_id bigint, course_id bigint)
RETURNS TABLE (full_name text) LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT staff_name.full_name FROM staff_name WHERE staff_name.user_id = staff_name_in.user_id ORDER BY staff_name.course_id LIMIT 1),
    (
      SELECT roster_student.full_name
      FROM roster_student
      WHERE roster_student.user_id = staff_name_in.user_id
      ORDER BY roster_student.course_id = staff_name_in.course_id DESC, roster_student.course_id
      LIMIT 1
    )
  )
$$;

-- The maximum of an exercise as it was told last, by a registration of one of its submissions or by the snapshot; null if it never was.
CREATE FUNCTION present_max_points(course_id bigint, exercise_id bigint)
RETURNS TABLE (max_points bigint) LANGUAGE sql STABLE AS $$
  SELECT (
    SELECT told.max_points
    FROM (
      (
        SELECT snapshot_exercise.max_points, coalesce(snapshot_exercise.read_at, course_snapshot.taken_at) AS at
        FROM snapshot_exercise
        JOIN course_snapshot ON course_snapshot.course_id = snapshot_exercise.course_id
        WHERE snapshot_exercise.course_id = present_max_points.course_id AND snapshot_exercise.exercise_id = present_max_points.exercise_id
        LIMIT 1
      )
      UNION ALL
      (
        SELECT submission.max_points, submission.max_points_at
        FROM submission
        WHERE submission.course_id = present_max_points.course_id AND submission.exercise_id = present_max_points.exercise_id
        ORDER BY submission.max_points_at DESC
        LIMIT 1
      )
    ) AS told
    ORDER BY told.at DESC
    LIMIT 1
  )
$$;

-- What the snapshot, or a delivery's newer verification, showed of a submission; no row if that is gone.
CREATE FUNCTION last_shown_upstream(course_id bigint, submission_id bigint)
RETURNS TABLE (status text, grade numeric) LANGUAGE sql STABLE AS $$
  SELECT shown.status, shown.grade
  FROM (
    (
      SELECT snapshot_submission.status, snapshot_submission.grade,
        coalesce(snapshot_submission.read_at, course_snapshot.taken_at) AS at
      FROM snapshot_submission
      JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
      WHERE snapshot_submission.course_id = last_shown_upstream.course_id
        AND snapshot_submission.submission_id = last_shown_upstream.submission_id
      LIMIT 1
    )
    UNION ALL
    (
      SELECT delivery.upstream_status, delivery.upstream_grade, delivery.upstream_at
      FROM delivery
      -- No index matches coalesce: without statistics the planner would read all deliveries of the course for each submission.
      WHERE delivery.submission_id = last_shown_upstream.submission_id
        AND coalesce(delivery.course_id = last_shown_upstream.course_id, FALSE) AND delivery.upstream_at IS NOT NULL
      ORDER BY delivery.ordinal DESC
      LIMIT 1
    )
  ) AS shown
  WHERE (
    SELECT submission.gone FROM submission WHERE submission.submission_id = last_shown_upstream.submission_id
  ) IS NOT TRUE
  ORDER BY shown.at DESC
  LIMIT 1
$$;

-- What is known of a result on the learning platform, for `countedUpstream` of the domain: of its latest delivery, of the latest one that
-- arrived, and what was seen since. What was seen earlier says nothing of it. The status that a refused grade left was not kept.
CREATE FUNCTION upstream_facts(course_id bigint, exercise_id bigint, submission_id bigint, result_id uuid)
RETURNS TABLE (facts json) LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'isGone', (SELECT submission.gone FROM submission WHERE submission.submission_id = upstream_facts.submission_id),
    'isOnItsWay', coalesce(latest.state IN ('pending', 'sending'), FALSE),
    'isGradedThere', latest.is_graded_there IS TRUE,
    'hasArrived', arrived.since IS NOT NULL,
    'standing', coalesce(arrived.standing, 'unknown'),
    'ownGrade', arrived.after_grade,
    'seen', (
      SELECT json_build_object(
        'at', to_char(seen.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', seen.status, 'grade', seen.grade
      )
      FROM (
        SELECT latest.seen_at AS at, NULL AS status, latest.seen_grade AS grade WHERE latest.is_graded_there
        UNION ALL
        SELECT arrived.upstream_at, arrived.upstream_status, arrived.upstream_grade WHERE latest.is_graded_there IS NOT TRUE
        UNION ALL
        SELECT snapshot.at, snapshot.status, snapshot.grade
        FROM (
          SELECT coalesce(snapshot_submission.read_at, course_snapshot.taken_at) AS at, snapshot_submission.status,
            snapshot_submission.grade
          FROM snapshot_submission
          JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
          WHERE snapshot_submission.course_id = upstream_facts.course_id
            AND snapshot_submission.submission_id = upstream_facts.submission_id
          LIMIT 1
        ) AS snapshot
        WHERE snapshot.at > CASE WHEN latest.is_graded_there THEN latest.seen_at ELSE arrived.since END
      ) AS seen
      WHERE seen.grade IS NOT NULL
      ORDER BY seen.at DESC
      LIMIT 1
    ),
    'latePenalty', arrived.upstream_late_penalty,
    'maxPoints', coalesce(
      CASE WHEN latest.is_graded_there IS NOT TRUE AND arrived.standing <> 'changed' THEN arrived.upstream_max_points END,
      (SELECT present.max_points FROM present_max_points(upstream_facts.course_id, upstream_facts.exercise_id) AS present)
    )
  )
  FROM (SELECT upstream_facts.result_id AS id) AS result
  LEFT JOIN LATERAL (
    SELECT delivery.state, delivery.seen_at, delivery.seen_grade,
      delivery.kind = 'graded_elsewhere' AND delivery.state IN ('refused', 'cancelled') AS is_graded_there
    FROM delivery
    WHERE delivery.submission_id = upstream_facts.submission_id AND delivery.result_id = result.id
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS latest ON TRUE
  LEFT JOIN LATERAL (
    SELECT delivery.standing, coalesce(delivery.delivered_at, delivery.upstream_at) AS since, delivery.upstream_at,
      delivery.upstream_status, delivery.upstream_grade, delivery.upstream_late_penalty, delivery.upstream_max_points, delivery.after_grade
    FROM delivery
    WHERE delivery.submission_id = upstream_facts.submission_id AND delivery.result_id = result.id
      AND (delivery.state = 'delivered' OR delivery.standing <> 'unknown')
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS arrived ON TRUE
$$;

-- The registered submissions of an exercise that all of these people handed in, perhaps with others, and that count and are not gone.
-- Fixtures are compared only with fixtures.
CREATE FUNCTION attempts_of_all(course_id bigint, exercise_id bigint, fixture boolean, user_ids bigint[])
RETURNS TABLE (submission_id bigint, submitted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT attempt.submission_id, attempt.submitted_at
  FROM submission_submitter AS common
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.fixture,
      submission.uncounted, submission.gone, submission.submitter_ids
    FROM submission
    WHERE submission.submission_id = common.submission_id
    LIMIT 1
  ) AS attempt
  WHERE common.user_id = attempts_of_all.user_ids[1] AND attempt.course_id = attempts_of_all.course_id
    AND attempt.exercise_id = attempts_of_all.exercise_id AND attempt.fixture = attempts_of_all.fixture
    AND NOT attempt.uncounted AND NOT attempt.gone AND attempts_of_all.user_ids <@ attempt.submitter_ids
$$;

-- The same of what only the snapshot has. The statuses are those that the learning platform does not count.
CREATE FUNCTION unregistered_attempts_of_all(course_id bigint, exercise_id bigint, user_ids bigint[], uncounted text[])
RETURNS TABLE (submission_id bigint, submitted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT attempt.submission_id, attempt.submitted_at
  FROM snapshot_submitter AS common
  CROSS JOIN LATERAL (
    SELECT snapshot_submission.submission_id, snapshot_submission.course_id, snapshot_submission.exercise_id,
      snapshot_submission.submitted_at, snapshot_submission.status
    FROM snapshot_submission
    WHERE snapshot_submission.course_id = common.course_id AND snapshot_submission.submission_id = common.submission_id
    LIMIT 1
  ) AS attempt
  WHERE common.course_id = unregistered_attempts_of_all.course_id AND common.user_id = unregistered_attempts_of_all.user_ids[1]
    AND attempt.exercise_id = unregistered_attempts_of_all.exercise_id
    AND attempt.status <> ALL (unregistered_attempts_of_all.uncounted)
    AND (SELECT submission.submission_id FROM submission WHERE submission.submission_id = attempt.submission_id) IS NULL
    AND unregistered_attempts_of_all.user_ids <@ ARRAY(
      SELECT snapshot_submitter.user_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = attempt.course_id AND snapshot_submitter.submission_id = attempt.submission_id
    )
$$;

-- The present students who have one of the tags.
CREATE FUNCTION students_with_tags(course_id bigint, tags text[])
RETURNS TABLE (user_id bigint) LANGUAGE sql STABLE AS $$
  SELECT present_student.user_id
  FROM present_student
  WHERE present_student.course_id = students_with_tags.course_id AND present_student.tag_slugs && students_with_tags.tags
$$;

-- The languages of what waits in an exercise, each read with one look into the index.
CREATE FUNCTION waiting_languages(course_id bigint, exercise_id bigint)
RETURNS TABLE (language text) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE waiting AS (
    (
      SELECT submission.language
      FROM submission
      WHERE submission.exercise_id = waiting_languages.exercise_id AND submission.course_id = waiting_languages.course_id
        AND submission.in_queue
      ORDER BY submission.language
      LIMIT 1
    )
    UNION ALL
    SELECT later.language
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT submission.language
      FROM submission
      WHERE submission.exercise_id = waiting_languages.exercise_id AND submission.course_id = waiting_languages.course_id
        AND submission.in_queue AND submission.language > waiting.language
      ORDER BY submission.language
      LIMIT 1
    ) AS later
  )
  SELECT waiting.language FROM waiting
$$;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  REVOKE EXECUTE ON FUNCTION submission_naming, alias_of, named_people, staff_name_in, present_max_points, last_shown_upstream,
    upstream_facts, attempts_of_all, unregistered_attempts_of_all, students_with_tags, waiting_languages FROM PUBLIC;
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION '
      'submission_naming, alias_of, named_people, staff_name_in, present_max_points, last_shown_upstream, '
      'upstream_facts, attempts_of_all, unregistered_attempts_of_all, students_with_tags, waiting_languages '
      'TO %I', frontend);
  EXECUTE format('GRANT EXECUTE ON FUNCTION present_max_points, attempts_of_all TO %I', grading);
END
$$;
