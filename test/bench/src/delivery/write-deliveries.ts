import { capabilityContext, originDigest, type Sealer } from '@course-grading/sealing'
import type { Client } from 'pg'
import { callbackUrlOf, course, originOf, resultOf } from './bench-submissions.ts'

interface DeliveriesToWrite {
  readonly sealer: Sealer
  readonly origins: readonly string[]
  /** The numbers of the submissions, which no other rows have. */
  readonly first: number
  readonly count: number
}

/** The ids rise in the order in which they are made, as the product's do. */
const idOf = (number: string): string =>
  `(lpad(to_hex(${number}), 12, '0') || '70008000' || substr(md5(${number}::text), 1, 12))::uuid`

/**
 * Writes deliveries that wait for a worker, each with a callback of its own, spread evenly over the origins. No worker
 * is woken yet. The rows are as the product's steps leave them, many at once.
 */
export async function writePending(owner: Client, { sealer, origins, first, count }: DeliveriesToWrite): Promise<void> {
  const callbacks = Array.from({ length: count }, (_, index) => {
    const submissionId = first + index
    const origin = originOf(origins, submissionId)
    const { sealed } = sealer.seal(callbackUrlOf(origin, submissionId), capabilityContext({ ...course, submissionId }))
    return { sealed, digest: originDigest(origin) }
  })
  const { courseId, exerciseId } = course
  const { points, maxPoints, payload, feedbackHtml } = resultOf(first)
  const numbers = [first, first + count - 1]
  // Triggers and foreign keys would check each row, which is not needed for these generated rows.
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT id, ${courseId}, ${exerciseId}, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now() FROM generate_series($1::bigint, $2::bigint) AS id`,
    numbers,
  )
  await owner.query(
    `INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced,
      settle_until, expires_at, fixture)
    SELECT id, ${courseId}, ${exerciseId}, given.sealed, 'bench', given.digest, 20, now(), FALSE,
      now(), now() + interval '1 day', FALSE
    FROM generate_series($1::bigint, $2::bigint) AS id
    JOIN unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS given (sealed, digest, item_number) ON given.item_number = id - $1::bigint + 1`,
    [...numbers, callbacks.map(({ sealed }) => sealed), callbacks.map(({ digest }) => digest)],
  )
  await owner.query(
    `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
    SELECT ${idOf('id')}, id, ${courseId}, ${exerciseId}, $3, $4, $5, $6, now(), FALSE, ${idOf('id')}, 0, 0, '{}', 1
    FROM generate_series($1::bigint, $2::bigint) AS id`,
    [...numbers, points, maxPoints, feedbackHtml, payload],
  )
  await owner.query(
    `INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications,
      verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT ${idOf('submission_id')}, submission_id, course_id, exercise_id, id, 'pending', 0, 1, now(), 0, 0, 0, FALSE, FALSE, FALSE, now(), now()
    FROM completed_result WHERE submission_id BETWEEN $1 AND $2 ORDER BY submission_id`,
    numbers,
  )
  await owner.query('SET session_replication_role = origin')
  await owner.query('VACUUM ANALYZE')
}
