import { sql, type FragmentSqlToken } from 'slonik'

/** One of the two places where submissions are stored: registrations and snapshots. */
export interface Source {
  /** The text after FROM. It defines `known`, the submission, and `own.ids`, the user ids of the submitters, in order. */
  readonly from: FragmentSqlToken
  /** `from` for the submissions of the course whose ids a query selects; each is looked up. */
  readonly fromIds: (courseId: FragmentSqlToken, ids: FragmentSqlToken) => FragmentSqlToken
  /** Whether the data of this source counts for `known`, since a registration takes precedence over the snapshot. */
  readonly counts: FragmentSqlToken
  readonly isRegistered: FragmentSqlToken
  /** The ids of submissions by the people whose `user_id` a query selects. */
  readonly idsOf: (courseId: FragmentSqlToken, people: FragmentSqlToken) => FragmentSqlToken
  /** Whether `known` has a submitter whose user id meets the condition `who`. */
  readonly hasSubmitter: (who: FragmentSqlToken) => FragmentSqlToken
  readonly state: FragmentSqlToken
  /** Whether the submission may have the state `waiting`. Cheaper than `state`, it excludes most others. */
  readonly mayWait: FragmentSqlToken
  readonly language: FragmentSqlToken
  readonly fixture: FragmentSqlToken
  readonly registration: FragmentSqlToken
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
  counts: sql.fragment`TRUE`,
  isRegistered: sql.fragment`TRUE`,
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
  mayWait: sql.fragment`known.in_queue`,
  language: sql.fragment`known.language`,
  fixture: sql.fragment`known.fixture`,
  registration: sql.fragment`known.attempt, known.auto_points, known.gone`,
}

const ownOfUnregistered = sql.fragment`(
  SELECT ARRAY(
    SELECT snapshot_submitter.user_id
    FROM snapshot_submitter
    WHERE snapshot_submitter.course_id = known.course_id AND snapshot_submitter.submission_id = known.submission_id
    ORDER BY snapshot_submitter.user_id
  ) AS ids
) AS own`

/** Submissions that only the snapshot has. */
export const unregistered: Source = {
  from: sql.fragment`snapshot_submission AS known CROSS JOIN LATERAL ${ownOfUnregistered}`,
  fromIds: (courseId, ids) => sql.fragment`(SELECT DISTINCT given.submission_id FROM (${ids}) AS given) AS given
    CROSS JOIN LATERAL (
      SELECT snapshot_submission.submission_id, snapshot_submission.course_id, snapshot_submission.exercise_id,
        snapshot_submission.submitted_at
      FROM snapshot_submission
      WHERE snapshot_submission.course_id = ${courseId} AND snapshot_submission.submission_id = given.submission_id
      LIMIT 1
    ) AS known
    CROSS JOIN LATERAL ${ownOfUnregistered}`,
  // `IS NULL` is not used: the planner would expect almost no matches, and choose a plan that reads far too much.
  counts: sql.fragment`coalesce(
    (SELECT FALSE FROM submission WHERE submission.submission_id = known.submission_id), TRUE
  )`,
  isRegistered: sql.fragment`FALSE`,
  idsOf: (courseId, people) => sql.fragment`
    SELECT handed_in.submission_id
    FROM (${people}) AS person
    CROSS JOIN LATERAL (
      SELECT snapshot_submitter.submission_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = ${courseId} AND snapshot_submitter.user_id = person.user_id
      OFFSET 0
    ) AS handed_in`,
  hasSubmitter: (who) => sql.fragment`(
    SELECT TRUE
    FROM snapshot_submitter
    WHERE snapshot_submitter.course_id = known.course_id AND snapshot_submitter.submission_id = known.submission_id
      AND (snapshot_submitter.user_id ${who}) IS TRUE
    LIMIT 1
  )`,
  state: sql.fragment`'not_queued'::text`,
  mayWait: sql.fragment`FALSE`,
  language: sql.fragment`NULL::text`,
  fixture: sql.fragment`FALSE`,
  registration: sql.fragment`NULL::integer AS attempt, NULL::numeric AS auto_points, FALSE AS gone`,
}

/** The text after FROM for what one person handed in to a course, as a source has it. */
export const fromWorkOf = (source: Source, courseId: FragmentSqlToken, userId: FragmentSqlToken): FragmentSqlToken =>
  source.fromIds(courseId, source.idsOf(courseId, sql.fragment`SELECT ${userId} AS user_id`))
