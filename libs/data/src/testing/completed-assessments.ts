import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'

/** Many completed assessments, as the completions of one course leave them. */
export interface CompletedAssessments {
  readonly courseId: number
  readonly exerciseId: number
  readonly count: number
  /** Of the first submission; the others follow. */
  readonly firstSubmissionId: number
  /** User id of the first submitter; each submission has one of its own. */
  readonly firstUserId?: number
  readonly rubric?: { readonly rubricId: string; readonly version: number }
  readonly scores?: object
  readonly points?: number
  readonly delivery?: 'held' | 'pending'
  readonly isReleased?: boolean
  readonly isDeliverable?: boolean
  readonly fixture?: boolean
}

/** Stores submissions with capability, completed assessment, feedback, result and delivery, as the owner, at once; returns the assessments' ids. */
export async function insertCompletedAssessments(owner: pg.Client, given: CompletedAssessments): Promise<string[]> {
  const { courseId, exerciseId, count, firstSubmissionId, firstUserId = 501, rubric, isDeliverable = true } = given
  const {
    scores = { points: { points: 7.5 } },
    points = 7.5,
    delivery = 'held',
    isReleased = false,
    fixture = false,
  } = given
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  const numbers = ids.map((_, index) => index)
  await owner.query(
    `
    WITH given AS (
      SELECT given.id, $5::bigint + given.number AS submission_id, $6::bigint + given.number AS user_id
      FROM unnest($3::uuid[], $4::bigint[]) AS given (id, number)
    ),
    submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT submission_id, $1::bigint, $2::bigint, date_trunc('milliseconds', now()), 'en', 1, 10, FALSE, $13::boolean, now() FROM given
    ),
    submitter AS (INSERT INTO submission_submitter (submission_id, user_id) SELECT submission_id, user_id FROM given),
    capability AS (
      INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
        settle_until, expires_at, fixture)
      SELECT submission_id, $1, $2, CASE WHEN $12::boolean THEN '\\x01'::bytea END, 'k-1', '\\x02', 10, now(), FALSE, now(),
        now() + interval '1 day', $13
      FROM given
    ),
    assessment AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_id, rubric_version,
        rubric_wording, scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT id, submission_id, $1, $2, 1, 'completed', 1, 102, $7::uuid, $8::integer, sign($8::integer)::integer, $9::json, '', '{}',
        $10::numeric, now(), now(), now(), $13
      FROM given
    ),
    feedback AS (
      INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
        created_at, updated_at, fixture)
      SELECT gen_random_uuid(), $1, submission_id, id, 'en', 'draft', 1, '', '{}', 102, 102, now(), now(), $13 FROM given
    ),
    result AS (
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by,
        created_at, fixture, assessment_id, rubric_id, rubric_version, rubric_wording, scores, feedback_revision, released_at)
      SELECT gen_random_uuid(), submission_id, $1, $2, $10, 10, '<p>good</p>', '{}', 102, now(), $13, id, $7, $8,
        sign($8)::integer, $9, 1, CASE WHEN $14::boolean THEN now() END
      FROM given
      RETURNING id, submission_id
    )
    INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures,
      verifications, verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT gen_random_uuid(), submission_id, $1, $2, id, $11::text, 0, 1, CASE $11::text WHEN 'pending' THEN now() END, 0, 0, 0, FALSE, TRUE,
      $13, now(), now()
    FROM result ORDER BY submission_id`,
    [
      courseId,
      exerciseId,
      ids,
      numbers,
      firstSubmissionId,
      firstUserId,
      rubric?.rubricId ?? null,
      rubric?.version ?? 0,
      JSON.stringify(scores),
      points,
      delivery,
      isDeliverable,
      fixture,
      isReleased,
    ],
  )
  return ids
}
