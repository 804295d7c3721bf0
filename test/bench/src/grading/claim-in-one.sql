-- A claim as one statement does it, for the twin: no statement of the service changes it. The grader's lock is held.
-- $1 course, $2 exercise, $3 grader, $4 the grader's tags or null, $5 languages of the course
WITH settings AS MATERIALIZED (
  SELECT coalesce(exercise_grading.lease_minutes, 30) AS lease_minutes, coalesce(exercise_grading.max_open_claims, 5) AS max_open_claims,
    coalesce(exercise_grading.auto_points = 'added', FALSE) AS adds_auto_points, exercise_grading.rubric_id
  FROM (SELECT) AS always
  LEFT JOIN exercise_grading ON exercise_grading.course_id = $1::bigint AND exercise_grading.exercise_id = $2::bigint
),
rubric AS MATERIALIZED (
  SELECT rubric_version.rubric_id, rubric_version.version, (rubric_version.document ->> 'startingPoints')::numeric AS starting_points,
    (rubric_version.document ->> 'maxPoints')::numeric AS max_points, rubric_version.document ->> 'rounding' AS rounding
  FROM settings
  JOIN rubric_version ON rubric_version.rubric_id = settings.rubric_id
  ORDER BY rubric_version.version DESC, rubric_version.wording DESC
  LIMIT 1
),
held AS MATERIALIZED (
  SELECT count(*) AS claims, count(*) FILTER (WHERE assessment.is_offered) AS offered
  FROM assessment
  WHERE assessment.holder_id = $3::bigint AND assessment.exercise_id = $2::bigint
    AND assessment.course_id = $1::bigint AND assessment.lease_until > clock_timestamp()
),
tagged AS MATERIALIZED (
  SELECT ARRAY(
    SELECT roster_student.user_id
    FROM roster_student
    WHERE roster_student.course_id = $1::bigint AND roster_student.tag_slugs && coalesce($4::text[], '{}')
  ) AS ids
),
search AS MATERIALIZED (
  SELECT $4::text[] IS NULL OR EXISTS (
    SELECT
    FROM (
      SELECT known.submitter_ids
      FROM submission AS known
      WHERE (known.exercise_id = $2::bigint AND known.course_id = $1::bigint) AND known.in_queue
        AND coalesce(known.held_until <= clock_timestamp(), TRUE) AND $3::bigint <> ALL (known.submitter_ids)
      ORDER BY known.postponed_at NULLS FIRST, (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0),
        known.submission_id
      LIMIT 300
    ) AS known
    WHERE known.submitter_ids && (SELECT tagged.ids FROM tagged)
  ) AS in_order
),
may_claim AS MATERIALIZED (
  SELECT held.offered = 0 AND held.claims < settings.max_open_claims AND EXISTS (
    SELECT FROM manual_grading_exercise
    WHERE manual_grading_exercise.exercise_id = $2::bigint AND manual_grading_exercise.course_id = $1::bigint
  ) AS now
  FROM held, settings
),
first_in_order AS MATERIALIZED (
  SELECT known.submission_id, known.course_id, known.exercise_id, known.language, known.max_points, known.auto_points, known.fixture
  FROM submission AS known
  WHERE (SELECT may_claim.now FROM may_claim) AND (SELECT search.in_order FROM search)
    AND (known.exercise_id = $2::bigint AND known.course_id = $1::bigint) AND known.in_queue
    AND coalesce(known.held_until <= clock_timestamp(), TRUE) AND $3::bigint <> ALL (known.submitter_ids)
    AND ($4::text[] IS NULL OR known.submitter_ids && (SELECT tagged.ids FROM tagged))
  ORDER BY known.postponed_at NULLS FIRST, (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0),
    known.submission_id
  LIMIT 1
  FOR NO KEY UPDATE OF known SKIP LOCKED
),
first_of_tagged AS MATERIALIZED (
  SELECT known.submission_id, known.course_id, known.exercise_id, known.language, known.max_points, known.auto_points, known.fixture
  FROM submission AS known
  WHERE (SELECT may_claim.now FROM may_claim) AND NOT (SELECT search.in_order FROM search)
    AND known.submitter_ids && (SELECT tagged.ids FROM tagged)
    AND coalesce((known.exercise_id = $2::bigint AND known.course_id = $1::bigint), FALSE) AND known.in_queue
    AND coalesce(known.held_until <= clock_timestamp(), TRUE) AND $3::bigint <> ALL (known.submitter_ids)
  ORDER BY known.postponed_at::text NULLS FIRST, (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0),
    known.submission_id
  LIMIT 1
  FOR NO KEY UPDATE OF known SKIP LOCKED
),
chosen AS MATERIALIZED (SELECT * FROM first_in_order UNION ALL SELECT * FROM first_of_tagged),
claimed AS (
  INSERT INTO assessment (
    id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until, is_offered,
    rubric_id, rubric_version, scores, adjustment, private_note, part_revisions, points, started_at, updated_at, fixture
  )
  SELECT gen_random_uuid(), chosen.submission_id, chosen.course_id, chosen.exercise_id, 1, 'in_progress', 1, $3::bigint, $3::bigint,
    clock.now, clock.now + make_interval(mins => settings.lease_minutes), TRUE, rubric.rubric_id, coalesce(rubric.version, 0), '{}',
    NULL, '', '{}', greatest(0, least(coalesce(rubric.max_points, chosen.max_points), round(
      CASE rubric.rounding WHEN 'whole' THEN round(total.points) WHEN 'half' THEN round(2 * total.points) / 2 ELSE total.points END, 2
    ))), clock.now, clock.now, chosen.fixture
  FROM chosen
  CROSS JOIN settings
  CROSS JOIN (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) AS clock
  LEFT JOIN rubric ON TRUE
  CROSS JOIN LATERAL (
    SELECT coalesce(rubric.starting_points, 0) + CASE WHEN settings.adds_auto_points THEN coalesce(chosen.auto_points, 0) ELSE 0 END
      AS points
  ) AS total
  RETURNING assessment.id, assessment.submission_id, assessment.course_id, assessment.points, assessment.fixture
),
recorded AS (
  INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after)
  SELECT claimed.id, clock_timestamp(), 'claimed', $3::bigint, 1, 1, claimed.points, claimed.points
  FROM claimed
),
documented AS (
  INSERT INTO feedback (
    id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
    updated_at, fixture
  )
  SELECT gen_random_uuid(), claimed.course_id, claimed.submission_id, claimed.id,
    CASE WHEN chosen.language = ANY ($5::text[]) THEN chosen.language ELSE ($5::text[])[1] END, 'draft', 1,
    coalesce((SELECT feedback_template.templates ->> chosen.language FROM feedback_template
      WHERE feedback_template.course_id = claimed.course_id), ''),
    '{}', $3::bigint, $3::bigint, clock_timestamp(), clock_timestamp(), claimed.fixture
  FROM claimed
  JOIN chosen ON chosen.submission_id = claimed.submission_id
)
SELECT claimed.id AS "claimedId" FROM claimed
