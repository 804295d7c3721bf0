import type pg from 'pg'
import { newId } from '../db/new-id.ts'

/** The properties in which the assessments differ. */
export interface PlacedJudgement {
  readonly state: 'in_progress' | 'completed'
  readonly scores: object
  readonly points: number
  /** The state of the delivery, if the assessment is completed. */
  readonly delivery: 'held' | 'pending'
  /** Whether an assessment in progress was completed before: it has a withdrawn result with other points, and a cancelled delivery. */
  readonly isReopened?: boolean
}

/** Assessments of one course as completions would have left them. */
export interface CompletedAssessments {
  readonly courseId: number
  readonly exerciseId: number
  readonly count: number
  /** The id of the first submission. The ids of the others follow it. */
  readonly firstSubmissionId: number
  /** User id of the first submitter. Each submission has another submitter. */
  readonly firstUserId?: number
  readonly rubric?: { readonly rubricId: string; readonly version: number }
  readonly maxPoints?: number
  readonly judgementOf?: (index: number) => PlacedJudgement
  readonly delivery?: 'held' | 'pending'
  readonly isReleased?: boolean
  readonly isDeliverable?: boolean
  readonly fixture?: boolean
}

/**
 * Stores submissions with their capabilities, assessments and feedback documents, and completed ones with their results and
 * deliveries, in one statement of the database's owner. Returns the ids of the assessments.
 */
export async function insertCompletedAssessments(owner: pg.Client, given: CompletedAssessments): Promise<string[]> {
  const { courseId, exerciseId, count, firstSubmissionId, firstUserId = 501, rubric, maxPoints = 10 } = given
  const { delivery = 'held', isDeliverable = true, isReleased = false, fixture = false } = given
  const usual: PlacedJudgement = { state: 'completed', scores: { points: { points: 7.5 } }, points: 7.5, delivery }
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    submission_id: firstSubmissionId + index,
    user_id: firstUserId + index,
    ...(given.judgementOf?.(index) ?? usual),
  }))
  await owner.query(
    `
    WITH given AS (
      SELECT given.*, given.state = 'completed' AS is_completed
      FROM json_to_recordset($1::json) AS given (id uuid, submission_id bigint, user_id bigint, state text, scores json, points numeric, delivery text,
        "isReopened" boolean)
    ),
    submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT submission_id, $2::bigint, $3::bigint, date_trunc('milliseconds', now()), 'en', 1, 10, NOT is_completed, $4::boolean, now() FROM given
    ),
    submitter AS (INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, user_id FROM given),
    capability AS (
      INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
        settle_until, expires_at, fixture)
      SELECT submission_id, $2, $3, CASE WHEN $5::boolean THEN '\\x01'::bytea END, 'k-1', '\\x02', 10, now(), FALSE, now(),
        now() + interval '1 day', $4
      FROM given
    ),
    assessment AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_id, rubric_version,
        rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT id, submission_id, $2, $3, 1, state, 1, 102, $6::uuid, $7::integer, CASE WHEN is_completed THEN sign($7::integer)::integer END,
        scores, '', '{}', points, now(), now(), CASE WHEN is_completed THEN now() END, $4
      FROM given
    ),
    feedback AS (
      INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
        created_at, updated_at, fixture)
      SELECT gen_random_uuid(), $2, submission_id, id, 'en', 'draft', 1, '', '{}', 102, 102, now(), now(), $4 FROM given
    ),
    result AS (
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by,
        created_at, fixture, assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision, released_at,
        withdrawn_at)
      SELECT gen_random_uuid(), submission_id, $2, $3, CASE WHEN is_completed THEN points ELSE 0.75 END, $8::numeric, '<p>good</p>', '{}', 102, now(), $4, id, $6, $7,
        sign($7)::integer, scores, 1, CASE WHEN $9::boolean THEN now() END, CASE WHEN NOT is_completed THEN now() END
      FROM given
      WHERE is_completed OR "isReopened"
      RETURNING id, submission_id
    )
    INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures,
      verifications, verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT gen_random_uuid(), result.submission_id, $2, $3, result.id, given.delivery, 0, 1, CASE given.delivery WHEN 'pending' THEN now() END,
      0, 0, 0, FALSE, TRUE, $4, now(), now()
    FROM result JOIN given ON given.submission_id = result.submission_id
    ORDER BY result.submission_id`,
    [
      JSON.stringify(rows),
      courseId,
      exerciseId,
      fixture,
      isDeliverable,
      rubric?.rubricId ?? null,
      rubric?.version ?? 0,
      maxPoints,
      isReleased,
    ],
  )
  await owner.query(
    `UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened', not_before = NULL
    FROM completed_result AS result
    WHERE result.id = delivery.result_id AND result.withdrawn_at IS NOT NULL AND result.assessment_id = ANY ($1::uuid[])`,
    [rows.filter(({ isReopened }) => isReopened).map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}
