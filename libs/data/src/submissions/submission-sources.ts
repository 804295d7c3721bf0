import { sql, type FragmentSqlToken } from 'slonik'

/** Where submissions are read from, as `known`: the registered ones alone, or also those that only a snapshot has. */
export interface Source {
  /** The text after FROM. It also defines `own.ids`, the user ids of the submitters, in order. */
  readonly from: FragmentSqlToken
  /** `from` for the submissions of the course whose ids a query selects; each is looked up. */
  readonly fromIds: (courseId: FragmentSqlToken, ids: FragmentSqlToken) => FragmentSqlToken
  /** The ids of submissions by the people whose `user_id` a query selects. */
  readonly idsOf: (courseId: FragmentSqlToken, people: FragmentSqlToken) => FragmentSqlToken
  /** Whether `known` has a submitter whose user id meets the condition `who`. */
  readonly hasSubmitter: (who: FragmentSqlToken) => FragmentSqlToken
  readonly state: FragmentSqlToken
}

/** Whether the course of the submission `known` grades its exercise by hand now. */
export const isListed = sql.fragment`coalesce((
  SELECT TRUE
  FROM manual_grading_exercise
  WHERE manual_grading_exercise.exercise_id = known.exercise_id AND manual_grading_exercise.course_id = known.course_id
), FALSE)`

/**
 * The state of the registered submission `known`, for staff. Scalar subqueries are used here, and in other conditions on many
 * submissions, since the planner cannot turn them into joins that read a whole table for one page.
 */
const stateOf = sql.fragment`
  CASE WHEN cardinality(own.ids) = 0 OR NOT ${isListed} THEN 'not_queued'
    ELSE coalesce(
      (
        SELECT CASE WHEN completed_result.released_at IS NULL THEN 'completed' ELSE 'released' END
        FROM completed_result
        WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL
      ),
      CASE
        WHEN known.held_until > clock_timestamp() THEN 'in_progress'
        WHEN known.gone THEN 'gone'
        WHEN known.superseded_by IS NOT NULL THEN 'superseded'
        WHEN known.in_queue THEN 'waiting'
        ELSE 'not_queued'
      END
    ) END`

/** The submitters `own.ids` of the registered submission `known`. */
const ownOfRegistered = sql.fragment`(
  SELECT ARRAY(
    SELECT submission_submitter.user_id
    FROM submission_submitter
    WHERE submission_submitter.submission_id = known.submission_id
    ORDER BY submission_submitter.user_id
  ) AS ids
) AS own`

/** Registered submissions, whose data takes precedence over the snapshot. */
export const registered: Source = {
  from: sql.fragment`submission AS known CROSS JOIN LATERAL ${ownOfRegistered}`,
  fromIds: (courseId, ids) => sql.fragment`(SELECT DISTINCT given.submission_id FROM (${ids}) AS given) AS given
    CROSS JOIN LATERAL (
      SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.language,
        submission.in_queue, submission.held_until, submission.superseded_by, submission.gone, submission.fixture
      FROM submission
      WHERE submission.submission_id = given.submission_id AND submission.course_id = ${courseId}
      LIMIT 1
    ) AS known
    CROSS JOIN LATERAL ${ownOfRegistered}`,
  idsOf: (_courseId, people) => sql.fragment`
    SELECT handed_in.submission_id
    FROM (${people}) AS person
    CROSS JOIN LATERAL (
      SELECT submission_submitter.submission_id
      FROM submission_submitter
      WHERE submission_submitter.user_id = person.user_id
      OFFSET 0
    ) AS handed_in`,
  hasSubmitter: (who) => sql.fragment`(
    SELECT TRUE
    FROM submission_submitter
    WHERE submission_submitter.submission_id = known.submission_id AND (submission_submitter.user_id ${who}) IS TRUE
    LIMIT 1
  )`,
  state: stateOf,
}

/** Not IS NULL, for which the planner would expect almost no matches, and choose a plan that reads far too much. */
export const isUnregistered = (submissionId: FragmentSqlToken): FragmentSqlToken => sql.fragment`coalesce(
  (SELECT FALSE FROM submission WHERE submission.submission_id = ${submissionId}), TRUE
)`

const snapshotSubmitters = (columns: FragmentSqlToken) => sql.fragment`
  SELECT ${columns}
  FROM snapshot_submitter
  WHERE snapshot_submitter.course_id = known.course_id AND snapshot_submitter.submission_id = known.submission_id`

const ownOfKnown = sql.fragment`(
  SELECT CASE WHEN known.is_registered THEN ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = known.submission_id
      ORDER BY submission_submitter.user_id
    ) ELSE ARRAY(${snapshotSubmitters(sql.fragment`snapshot_submitter.user_id`)} ORDER BY snapshot_submitter.user_id) END AS ids
) AS own`

/** Registered submissions, and those that only the snapshot has. */
export const known: Source = {
  from: sql.fragment`known_submission AS known CROSS JOIN LATERAL ${ownOfKnown}`,
  fromIds: (courseId, ids) => sql.fragment`(SELECT DISTINCT given.submission_id FROM (${ids}) AS given) AS given
    CROSS JOIN LATERAL (
      SELECT known_submission.submission_id, known_submission.course_id, known_submission.exercise_id, known_submission.submitted_at,
        known_submission.language, known_submission.in_queue, known_submission.held_until, known_submission.superseded_by,
        known_submission.gone, known_submission.fixture, known_submission.is_registered, known_submission.counts
      FROM known_submission
      WHERE known_submission.submission_id = given.submission_id AND known_submission.course_id = ${courseId} AND known_submission.counts
      LIMIT 1
    ) AS known
    CROSS JOIN LATERAL ${ownOfKnown}`,
  idsOf: (courseId, people) => sql.fragment`
    SELECT handed_in.submission_id
    FROM (${people}) AS person
    CROSS JOIN LATERAL (
      (SELECT submission_submitter.submission_id FROM submission_submitter WHERE submission_submitter.user_id = person.user_id OFFSET 0)
      UNION ALL
      (
        SELECT snapshot_submitter.submission_id
        FROM snapshot_submitter
        WHERE snapshot_submitter.course_id = ${courseId} AND snapshot_submitter.user_id = person.user_id
          AND ${isUnregistered(sql.fragment`snapshot_submitter.submission_id`)}
        OFFSET 0
      )
    ) AS handed_in`,
  hasSubmitter: (who) => sql.fragment`CASE WHEN known.is_registered THEN (
    SELECT TRUE
    FROM submission_submitter
    WHERE submission_submitter.submission_id = known.submission_id AND (submission_submitter.user_id ${who}) IS TRUE
    LIMIT 1
  ) ELSE (${snapshotSubmitters(sql.fragment`TRUE`)} AND (snapshot_submitter.user_id ${who}) IS TRUE LIMIT 1) END`,
  state: sql.fragment`CASE WHEN known.is_registered THEN ${stateOf} ELSE 'not_queued' END`,
}

/** The text after FROM for what one person handed in to a course, as a source has it. */
export const fromWorkOf = (source: Source, courseId: FragmentSqlToken, userId: FragmentSqlToken): FragmentSqlToken =>
  source.fromIds(courseId, source.idsOf(courseId, sql.fragment`SELECT ${userId} AS user_id`))
