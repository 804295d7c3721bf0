import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'

export const capabilityRow = Type.Object({
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  submissionId: Type.Integer(),
  state: Type.Enum(['stored', 'used', 'expired']),
  deliveryId: Type.Union([Type.String(), Type.Null()]),
  deliveryState: Type.Union([Type.Unsafe<DeliveryState>({ type: 'string' }), Type.Null()]),
  maxPoints: Type.Integer(),
  submittedAt: Type.String(),
  registeredAt: Type.String(),
  expiresAt: Type.String(),
  keyId: Type.String(),
  fixture: Type.Boolean(),
  /** Whether this URL replaced one that had not been deleted. */
  replaced: Type.Boolean(),
})

/** A capability as it is read, in any state (`stored` is only one of them); never the URL, nor any part of it. */
export interface StoredCapability extends Omit<Static<typeof capabilityRow>, 'deliveryId' | 'deliveryState'> {
  readonly delivery: { readonly id: string; readonly state: DeliveryState } | null
}

export const capabilityState = sql.fragment`
  CASE WHEN capability.used_at IS NOT NULL THEN 'used' WHEN capability.expires_at <= clock_timestamp() THEN 'expired'
    ELSE 'stored' END`

export const capabilityColumns = sql.fragment`
  capability.course_id, capability.exercise_id, capability.submission_id,
  ${capabilityState} AS state, latest.id AS delivery_id, latest.state AS delivery_state, capability.max_points,
  submission.submitted_at, capability.registered_at, capability.expires_at,
  capability.key_id, capability.fixture, capability.replaced`

export const capabilityParts = sql.fragment`
  JOIN submission ON submission.submission_id = capability.submission_id
  LEFT JOIN LATERAL (
    SELECT delivery.id, delivery.state
    FROM delivery
    WHERE delivery.submission_id = capability.submission_id
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS latest ON TRUE`

export function storedCapability({
  deliveryId,
  deliveryState,
  ...capability
}: Static<typeof capabilityRow>): StoredCapability {
  const delivery = deliveryId === null || deliveryState === null ? null : { id: deliveryId, state: deliveryState }
  return { ...capability, delivery }
}
