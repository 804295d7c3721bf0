import { describe, expect } from 'vitest'
import { refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { recordUnsent } from './record-outcome.ts'
import { releaseDelivery } from './release-delivery.ts'
import { startSend } from './start-send.ts'
import { aRecord, it } from '../testing/a-delivery.ts'

describe('the history of a delivery', () => {
  it('names the send, the kind and the person of each step', async ({ world }) => {
    const { database, frontend, courseId, leaseOf, owner } = world
    const deliveryId = await world.complete(await world.registered(), 'held', { isReleased: true })
    await frontend.transaction((tx) => releaseDelivery(tx, { deliveryId, courseId, byUserId: 101 }))
    const returned = { kind: 'unreachable', delayMs: 0, isFailure: true } as const
    await returnToPending(database, { ...(await leaseOf(deliveryId)), ...returned })
    const started = await leaseOf(deliveryId)
    await startSend(database, { ...started, openLeaseS: 60 })
    await recordUnsent(database, { ...started, ...aRecord, kind: 'too_late', delayMs: 0 })
    const refused = { kind: 'capability_gone', seen: null, status: null } as const
    await refuseBeforeStart(database, { ...(await leaseOf(deliveryId)), ...refused })
    const { rows } = await owner.query<{ step: string }>(
      `SELECT concat_ws(' ', event, send_number, epoch, kind, by_user_id) AS step
      FROM delivery_event WHERE delivery_id = $1 ORDER BY id`,
      [deliveryId],
    )
    expect(rows.map(({ step }) => step)).toEqual([
      'created 1 0 101',
      'released 1 0 101',
      'leased 1 1',
      'returned 1 1 unreachable',
      'leased 1 2',
      'send_started 1 2',
      'unsent 1 2 too_late',
      'leased 2 3',
      'refused 2 3 capability_gone',
    ])
  })
})
