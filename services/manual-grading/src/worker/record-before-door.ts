import { confirmByReadBack, type LeasedDelivery, refuseBeforeDoor, returnToPending } from '@course-grading/data'
import { neverSent, planRetry, type SeenGrade, type SendClass } from '@course-grading/domain'
import { untilRecorded } from './until-recorded.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Whether a delivery that surely was not sent waits for another try, and how long. */
export function nextTry({ failures, failingForMs }: LeasedDelivery): ReturnType<typeof planRetry> {
  return planRetry({ failures: failures + 1, dueForMs: failingForMs, chance: Math.random() })
}

/** Nothing was sent: it waits for another try, or is refused. */
export async function recordBeforeDoor(
  deps: WorkerDeps, delivery: LeasedDelivery, stopped: SendClass, seen: SeenGrade | null,
): Promise<void> {
  const { database, times, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber } = delivery
  const within = times.leaseS * 1000
  // A process that ends, or that is busy, is no failure of the delivery.
  const plan = stopped.kind === 'stopped' ? { again: true, waitMs: null } as const : nextTry(delivery)
  if (stopped.outcome !== 'refused' && plan.again) {
    const back = await untilRecorded(deps, deliveryId, () => returnToPending(database, { deliveryId, epoch, kind: stopped.kind, delayMs: plan.waitMs }), within)
    metrics.ended('pending', stopped.kind)
    const fields = { event: 'delivery_returned', deliveryId, sendNumber, kind: stopped.kind, outcome: back ? 'pending' : 'lapsed' } as const
    if (stopped.alert) logger.error('delivery returned', fields)
    else logger.info('delivery returned', fields)
    return
  }
  const { kind } = stopped.outcome === 'refused' ? stopped : neverSent
  await untilRecorded(deps, deliveryId, () => refuseBeforeDoor(database, { deliveryId, epoch, kind, seen }), within)
  metrics.ended('refused', kind)
  logger.error('delivery refused', { event: 'delivery_refused', deliveryId, sendNumber, kind, phase: 'before_door' })
}

/** The look found that it had arrived. */
export async function recordReadBackBeforeDoor(deps: WorkerDeps, delivery: LeasedDelivery, sendNumber: number): Promise<void> {
  const { deliveryId, epoch } = delivery
  await untilRecorded(deps, deliveryId, () => confirmByReadBack(deps.database, { deliveryId, epoch, sendNumber }), deps.times.leaseS * 1000)
  deps.metrics.ended('delivered', 'read_back')
  deps.logger.info('delivery found upstream', { event: 'delivery_read_back', deliveryId, sendNumber })
}
