import type { Resolution } from '@course-grading/domain/delivery/resolve-delivery'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { json, nullable, read } from '../db/row.ts'
import { uuids } from '../db/sql-arrays.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { knownSubmission, namedSubmitters } from '../submissions/submission-names.ts'
import { submitters } from '../submissions/submission-rows.ts'
import { isDeliverable } from './is-deliverable.ts'

interface DeliveryDecision {
  readonly as: Resolution
  /** Null for an operator. */
  readonly byUserId: number | null
  readonly byName: string | null
  readonly at: string
  /** Null once it was erased. */
  readonly reason: string | null
}

const deliveryFacts = Type.Object({
  deliveryId: Type.String(),
  exerciseName: nullable(Type.String()),
  /** As staff may see them: with aliases while they are anonymous. */
  submitters,
  assessmentId: Type.String(),
  graderId: Type.Integer(),
  graderName: nullable(Type.String()),
  deliverable: Type.Boolean(),
  seenGraderId: nullable(Type.Integer()),
  seenGraderName: nullable(Type.String()),
  /** Of an ambiguous delivery: when its send can no longer be in flight. */
  decideFrom: nullable(Type.String()),
  decisions: json<readonly DeliveryDecision[]>(),
})
export type DeliveryFacts = Static<typeof deliveryFacts>

const courseId = sql.fragment`delivery.course_id`

/** What a teacher needs to decide about deliveries. Operators, whose role reads no names, have `DeliveryView` alone. */
export async function listDeliveryFacts(
  db: Db,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryFacts>> {
  const rows = await db.any(read('listDeliveryFacts', deliveryFacts)`
    SELECT delivery.id AS delivery_id, ${exerciseNameOf(courseId, sql.fragment`delivery.exercise_id`)} AS exercise_name,
      submitter.list AS submitters, result.assessment_id, result.grader_id,
      ${staffNameOf(sql.fragment`result.grader_id`, courseId)} AS grader_name,
      ${isDeliverable(sql.fragment`delivery.submission_id`)} AS deliverable, delivery.seen_grader_id,
      ${staffNameOf(sql.fragment`delivery.seen_grader_id`, courseId)} AS seen_grader_name,
      CASE WHEN delivery.state = 'ambiguous' THEN date_trunc('milliseconds', delivery.started_at + interval '999 microseconds'
        + make_interval(secs => (SELECT delivery_control.settle_s FROM delivery_control))) END AS decide_from,
      decision.list AS decisions
    FROM delivery
    CROSS JOIN LATERAL (
      SELECT completed_result.assessment_id, coalesce(completed_result.created_by, assessment.grader_id) AS grader_id
      FROM completed_result
      JOIN assessment ON assessment.id = completed_result.assessment_id
      WHERE completed_result.id = delivery.result_id
      LIMIT 1
    ) AS result
    ${knownSubmission(sql.fragment`delivery.submission_id`)}
    ${namedSubmitters}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object(
        'as', substr(newest.event, length('resolved_') + 1), 'byUserId', newest.by_user_id,
        'byName', ${staffNameOf(sql.fragment`newest.by_user_id`, courseId)},
        'at', to_char(newest.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', newest.reason
      ) ORDER BY newest.id DESC), '[]') AS list
      FROM (
        SELECT delivery_event.id, delivery_event.event, delivery_event.by_user_id, delivery_event.at, delivery_event.reason
        FROM delivery_event
        WHERE delivery_event.delivery_id = delivery.id AND delivery_event.event LIKE 'resolved\\_%'
        ORDER BY delivery_event.id DESC
        LIMIT 20
      ) AS newest
    ) AS decision
    WHERE delivery.id = ANY (${uuids(deliveryIds)})
  `)
  return new Map(rows.map((each) => [each.deliveryId, each]))
}
