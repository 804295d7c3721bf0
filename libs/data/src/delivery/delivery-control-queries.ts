import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read, write } from '../db/row.ts'

const control = Type.Object({
  hold: Type.Boolean(),
  holdReason: Type.Union([Type.String(), Type.Null()]),
  systemIdentifier: Type.String(),
  timeline: Type.String(),
  /** Nothing is leased before this time. */
  settleUntil: Type.Union([Type.String(), Type.Null()]),
  settling: Type.Boolean(),
  /** Whether this is the server that the workers knew last, on the same timeline. */
  sameServer: Type.Boolean(),
})
type DeliveryControl = Static<typeof control>

const followServerRow = Type.Object({ systemIdentifier: Type.String(), timeline: Type.String() })
const resumeDeliveriesRow = Type.Object({ done: Type.Boolean() })

export async function findDeliveryControl(db: Db): Promise<DeliveryControl> {
  return await db.one(read('findDeliveryControl', control)`
    SELECT delivery_control.hold, delivery_control.hold_reason,
      delivery_control.system_identifier, delivery_control.timeline,
      delivery_control.settle_until, coalesce(delivery_control.settle_until > clock_timestamp(), FALSE) AS settling,
      delivery_control.system_identifier = server.system_identifier::text
        AND delivery_control.timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS same_server
    FROM delivery_control, pg_control_system() AS server
  `)
}

/** `DELIVERY_SETTLE_S`: how long an unrecorded send may be in flight. The database has it, so that all processes use one value. */
export async function updateSettleTime(db: Db, { settleS }: { readonly settleS: number }): Promise<void> {
  await db.query(write('updateSettleTime')`
    UPDATE delivery_control SET settle_s = ${settleS}::integer WHERE delivery_control.settle_s <> ${settleS}::integer
  `)
}

/** On another server nothing is leased for the settle time, so that earlier sends have arrived. Only one caller gets the identity. */
export async function followServer(
  db: Db,
): Promise<{ readonly systemIdentifier: string; readonly timeline: string } | null> {
  return await db.maybeOne(write('followServer', followServerRow)`
    UPDATE delivery_control
    SET system_identifier = server.system_identifier::text, timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
      settle_until = greatest(delivery_control.settle_until, clock_timestamp() + make_interval(secs => delivery_control.settle_s))
    FROM pg_control_system() AS server
    WHERE delivery_control.system_identifier <> server.system_identifier::text
      OR delivery_control.timeline <> left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    RETURNING delivery_control.system_identifier, delivery_control.timeline
  `)
}

/** Nothing is leased and no send starts; started sends go on. */
export async function holdDeliveries(db: Db, order: { readonly reason: string }): Promise<void> {
  await db.query(write('holdDeliveries')`UPDATE delivery_control SET hold = TRUE, hold_reason = ${order.reason}`)
}

/** Lifts the hold; false when there was none. Wakes the workers. */
export async function resumeDeliveries(db: Db): Promise<boolean> {
  return (
    (await db.maybeOne(write('resumeDeliveries', resumeDeliveriesRow)`
    WITH resumed AS (
      UPDATE delivery_control SET hold = FALSE, hold_reason = NULL WHERE delivery_control.hold RETURNING delivery_control.id
    )
    SELECT TRUE AS done FROM resumed, pg_notify('delivery_pending', '')
  `)) !== null
  )
}
