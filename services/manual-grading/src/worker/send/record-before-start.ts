import {
  confirmByReadBack,
  refuseBeforeStart,
  returnToPending,
} from '@course-grading/data/delivery/before-start-queries'
import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { planRetry } from '@course-grading/domain/delivery/backoff'
import { neverSent, type SendClass, type SendKind } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { type Recorded, untilRecorded } from './until-recorded.ts'
import type { WorkerDeps } from '../worker-deps.ts'

export function planNextAttempt({ failures, failingForMs }: LeasedDelivery): ReturnType<typeof planRetry> {
  return planRetry({ failures: failures + 1, dueForMs: failingForMs, chance: Math.random() })
}

/** Waits after kinds that are no failures of the delivery: the process stops or is busy, or an operator has to put a key back. */
const waitMsWithoutFailure: Partial<Record<SendKind, number>> = { stopped: 0, key_unknown: 60_000 }

/** The outcome for the log, unless the database may not have it. */
export const loggedOutcome = (outcome: string, recorded: Recorded): string =>
  recorded === 'written' ? outcome : 'not_recorded'

/** Makes a delivery of which nothing was sent pending or refused. `verified`: the seen grade, and the status of the reply. */
export async function recordBeforeStart(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  stopped: SendClass,
  verified: { readonly seen: SeenGrade | null; readonly status: number | null },
): Promise<void> {
  const { database, times, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber } = delivery
  const within = times.leaseS * 1000
  const waitMs = waitMsWithoutFailure[stopped.kind]
  const isFailure = waitMs === undefined
  const plan = isFailure ? planNextAttempt(delivery) : ({ again: true, waitMs } as const)
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
      outcome: back === 'written' ? 'pending' : 'lease_expired',
    } as const
    if (stopped.alert) logger.error('delivery returned', fields)
    else logger.info('delivery returned', fields)
    return
  }
  const { kind } = stopped.outcome === 'refused' ? stopped : neverSent
  const refused = await untilRecorded(
    deps,
    deliveryId,
    () => refuseBeforeStart(database, { deliveryId, epoch, kind, ...verified }),
    within,
  )
  const fields = {
    event: 'delivery_refused',
    deliveryId,
    sendNumber,
    kind,
    phase: 'before_start',
    outcome: loggedOutcome('refused', refused),
  } as const
  // The next holder of the lease decides by itself: the delivery is refused only once that is written.
  if (refused === 'not_ours') return logger.warn('delivery not refused: its lease expired', fields)
  metrics.ended('refused', kind)
  logger.error('delivery refused', fields)
}

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
    outcome: loggedOutcome('delivered', found),
  })
}
