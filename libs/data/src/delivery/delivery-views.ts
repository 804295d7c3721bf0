import type { Standing } from '@course-grading/domain/delivery/compare-standing'
import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import type { UpstreamStatus } from '@course-grading/domain/delivery/submission-detail'
import type { ShownGrade } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { json, nullable, read } from '../db/row.ts'
import { isDeliverable } from './is-deliverable.ts'

const row = Type.Object({
  ordinal: Type.Integer(),
  id: Type.String(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  submissionId: Type.Integer(),
  state: Type.Unsafe<DeliveryState>({ type: 'string' }),
  gone: Type.Boolean(),
  kind: nullable(Type.String()),
  points: Type.Number(),
  maxPoints: Type.Number(),
  sends: json<readonly DeliverySend[]>(),
  confirmedBy: nullable(Type.Unsafe<'answer' | 'read_back' | 'person'>({ type: 'string' })),
  notBefore: nullable(Type.String()),
  seenAt: nullable(Type.String()),
  seenGrade: nullable(Type.Number()),
  seenGradingTime: nullable(Type.String()),
  upstreamAt: nullable(Type.String()),
  upstreamStatus: nullable(Type.Unsafe<UpstreamStatus>({ type: 'string' })),
  upstreamGrade: nullable(Type.Number()),
  upstreamLatePenalty: nullable(Type.Number()),
  standing: Type.Unsafe<Standing>({ type: 'string' }),
  createdAt: Type.String(),
  updatedAt: Type.String(),
})

const eventRow = Type.Object({
  at: Type.String(),
  event: Type.String(),
  fromState: nullable(Type.String()),
  toState: Type.String(),
  sendNumber: Type.Integer(),
  kind: nullable(Type.String()),
  byUserId: nullable(Type.Integer()),
  reason: nullable(Type.String()),
})
type DeliveryEvent = Static<typeof eventRow>

interface DeliverySend {
  readonly number: number
  /** When the send started; null if it was refused before that. */
  readonly startedAt: string | null
  readonly outcome: 'delivered' | 'refused' | 'unsent' | 'ambiguous' | null
  readonly kind: string | null
  readonly status: number | null
}

export interface DeliveryView {
  readonly id: string
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
  readonly state: DeliveryState
  /** Why the delivery is in its state, from a closed list. */
  readonly kind: string | null
  readonly points: number
  readonly maxPoints: number
  readonly sends: readonly DeliverySend[]
  readonly confirmedBy: 'answer' | 'read_back' | 'person' | null
  /** When the delivery is due, while it waits for another attempt. */
  readonly notBefore: string | null
  readonly seenUpstream: {
    readonly at: string
    readonly grade: number | null
    readonly gradingTime: string | null
  } | null
  /** What a verification after a delivered send, or that found a cancelled one, showed; null once the submission is gone. */
  readonly upstream: ({ readonly at: string } & ShownGrade) | null
  readonly standing: Standing
  readonly createdAt: string
  readonly updatedAt: string
}

export interface DeliveryQuery {
  /** Null selects deliveries of every course. */
  readonly courseId: number | null
  readonly state: DeliveryState | null
  /** Only held deliveries that cannot be sent. */
  readonly undeliverable?: boolean
  readonly before: number | null
  readonly limit: number
}

const listSendDiagnosticsRow = Type.Object({ number: Type.Integer(), diagnostics: Type.String() })

/** A later grade of the submission has arrived, even if its delivery was cancelled, so the standing of `delivery` does not matter. */
const isOlder = sql.fragment`
  EXISTS (
    SELECT FROM delivery AS later
    WHERE later.submission_id = delivery.submission_id AND later.ordinal > delivery.ordinal AND (later.state = 'delivered' OR later.standing <> 'unknown')
  )`

const columns = sql.fragment`
  delivery.ordinal, delivery.id, delivery.course_id, delivery.exercise_id,
  delivery.submission_id, delivery.state, submission.gone, delivery.kind, completed_result.points::float8,
  completed_result.max_points::float8, sends.list AS sends, delivery.confirmed_by,
  CASE WHEN delivery.failures > 0 THEN delivery.not_before END AS not_before, delivery.seen_at,
  delivery.seen_grade::float8, delivery.seen_grading_time, delivery.upstream_at,
  delivery.upstream_status, delivery.upstream_grade::float8,
  delivery.upstream_late_penalty,
  CASE WHEN ${isOlder} THEN 'unknown' WHEN submission.gone AND delivery.standing = 'ours' THEN 'changed'
    ELSE delivery.standing END AS standing,
  delivery.created_at, delivery.updated_at`

const parts = sql.fragment`
  CROSS JOIN LATERAL (
    SELECT completed_result.points, completed_result.max_points FROM completed_result WHERE completed_result.id = delivery.result_id LIMIT 1
  ) AS completed_result
  CROSS JOIN LATERAL (
    SELECT submission.gone FROM submission WHERE submission.submission_id = delivery.submission_id LIMIT 1
  ) AS submission
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object(
      'number', delivery_send.number,
      'startedAt', to_char(delivery_send.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'outcome', delivery_send.outcome, 'kind', delivery_send.kind, 'status', delivery_send.status
    ) ORDER BY delivery_send.number), '[]') AS list
    FROM delivery_send
    WHERE delivery_send.delivery_id = delivery.id
  ) AS sends`

/** Newest first. The next page begins after the last ordinal. */
export async function selectDeliveries(
  db: Db,
  { courseId, state, undeliverable = false, before, limit }: DeliveryQuery,
): Promise<readonly { readonly ordinal: number; readonly delivery: DeliveryView }[]> {
  const isOfCourse = courseId === null ? sql.fragment`TRUE` : sql.fragment`page.course_id = ${courseId}::bigint`
  // The page is cut first, so that what belongs to a delivery is read for no other.
  const rows = await db.any(read(courseId === null ? 'listDeliveriesOfAllCourses' : 'listDeliveries', row)`
    SELECT ${columns}
    FROM delivery
    ${parts}
    WHERE delivery.id = ANY (ARRAY(
      SELECT page.id
      FROM delivery AS page
      WHERE ${isOfCourse} AND (${state}::text IS NULL OR page.state = ${state}::text)
        AND (NOT ${undeliverable} OR page.state = 'held' AND NOT ${isDeliverable(sql.fragment`page.submission_id`)})
        AND page.ordinal < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      ORDER BY page.ordinal DESC
      LIMIT ${limit}::integer
    ))
    ORDER BY delivery.ordinal DESC
  `)
  return rows.map((each) => ({ ordinal: each.ordinal, delivery: deliveryView(each) }))
}

export async function findDelivery(db: Db, id: string): Promise<DeliveryView | null> {
  const found = await db.maybeOne(read('findDelivery', row)`
    SELECT ${columns} FROM delivery ${parts} WHERE delivery.id = ${id}::uuid
  `)
  return found === null ? null : deliveryView(found)
}

export async function listDeliveryEvents(db: Db, deliveryId: string): Promise<readonly DeliveryEvent[]> {
  return await db.any(read('listDeliveryEvents', eventRow)`
    SELECT delivery_event.at, delivery_event.event, delivery_event.from_state, delivery_event.to_state,
      delivery_event.send_number, delivery_event.kind, delivery_event.by_user_id, delivery_event.reason
    FROM delivery_event
    WHERE delivery_event.delivery_id = ${deliveryId}::uuid
    ORDER BY delivery_event.id
  `)
}

/** Diagnostics of the sends of a delivery, as JSON text, for operators. They are kept for some weeks. */
export async function listSendDiagnostics(
  db: Db,
  deliveryId: string,
): Promise<readonly { readonly number: number; readonly diagnostics: string }[]> {
  return await db.any(read('listSendDiagnostics', listSendDiagnosticsRow)`
    SELECT delivery_send.number, delivery_send.diagnostics::text
    FROM delivery_send
    WHERE delivery_send.delivery_id = ${deliveryId}::uuid AND delivery_send.diagnostics IS NOT NULL
    ORDER BY delivery_send.number
  `)
}

function deliveryView(found: Static<typeof row>): DeliveryView {
  const {
    ordinal: _,
    gone,
    seenAt,
    seenGrade,
    seenGradingTime,
    upstreamAt,
    upstreamStatus,
    upstreamGrade,
    upstreamLatePenalty,
    ...delivery
  } = found
  return {
    ...delivery,
    seenUpstream: seenAt === null ? null : { at: seenAt, grade: seenGrade, gradingTime: seenGradingTime },
    upstream:
      gone || upstreamAt === null || upstreamStatus === null || upstreamGrade === null
        ? null
        : { at: upstreamAt, status: upstreamStatus, grade: upstreamGrade, latePenalty: upstreamLatePenalty },
  }
}
