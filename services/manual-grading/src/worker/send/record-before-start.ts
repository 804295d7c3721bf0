import { confirmByReadBack, type LeasedDelivery, refuseBeforeStart, returnToPending } from '@course-grading/data'
import { neverSent, planRetry, type SeenGrade, type SendClass, type SendKind } from '@course-grading/domain'
import { type Recorded, untilRecorded } from './until-recorded.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** Whether a delivery that surely was not sent waits for another try, and how long. */
export function nextTry({ failures, failingForMs }: LeasedDelivery): ReturnType<typeof planRetry> {
  return planRetry({ failures: failures + 1, dueForMs: failingForMs, chance: Math.random() })
}

/** A process that ends, or that is busy, is no failure of a delivery; nor is a key that an operator has to put back. */
const waitsOf: Partial<Record<SendKind, number>> = { stopped: 0, key_unknown: 60_000 }

/** For the log: what a step came to, or that the database does not say so. */
export const reportedAs = (outcome: string, recorded: Recorded): string =>
  recorded === 'written' ? outcome : 'not_recorded'

/** Nothing was sent: it waits for another try, or is refused. */
export async function recordBeforeStart(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  stopped: SendClass,
  seen: SeenGrade | null,
): Promise<void> {
  const { database, times, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber } = delivery
  const within = times.leaseS * 1000
  const waitMs = waitsOf[stopped.kind]
  const isFailure = waitMs === undefined
  const plan = isFailure ? nextTry(delivery) : ({ again: true, waitMs } as const)
  if (stopped.outcome !== 'refused' && plan.again) {
    const back = await untilRecorded(
      deps,
      deliveryId,
      () => returnToPending(database, { deliveryId, epoch, kind: stopped.kind, delayMs: plan.waitMs, isFailure }),
      within,
    )
    if (back !== 'not_ours') metrics.ended('pending', stopped.kind)
    const fields = {
      event: 'delivery_returned',
      deliveryId,
      sendNumber,
      kind: stopped.kind,
      outcome: back === 'written' ? 'pending' : 'lapsed',
    } as const
    if (stopped.alert) logger.error('delivery returned', fields)
    else logger.info('delivery returned', fields)
    return
  }
  const { kind } = stopped.outcome === 'refused' ? stopped : neverSent
  const refused = await untilRecorded(
    deps,
    deliveryId,
    () => refuseBeforeStart(database, { deliveryId, epoch, kind, seen }),
    within,
  )
  const fields = {
    event: 'delivery_refused',
    deliveryId,
    sendNumber,
    kind,
    phase: 'before_start',
    outcome: reportedAs('refused', refused),
  } as const
  // Whoever has it now finds out for itself: it is refused only when that is written.
  if (refused === 'not_ours') return logger.warn('delivery not refused: its lease lapsed', fields)
  metrics.ended('refused', kind)
  logger.error('delivery refused', fields)
}

/** The look found that it had arrived. */
export async function recordReadBackBeforeStart(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  sendNumber: number,
): Promise<void> {
  const { deliveryId, epoch } = delivery
  const found = await untilRecorded(
    deps,
    deliveryId,
    () => confirmByReadBack(deps.database, { deliveryId, epoch, sendNumber }),
    deps.times.leaseS * 1000,
  )
  if (found !== 'not_ours') deps.metrics.ended('delivered', 'read_back')
  deps.logger.info('delivery found upstream', {
    event: 'delivery_read_back',
    deliveryId,
    sendNumber,
    outcome: reportedAs('delivered', found),
  })
}
