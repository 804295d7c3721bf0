import {
  confirmByReadBack,
  refuseBeforeStart,
  returnToPending,
} from '@course-grading/data/delivery/before-start-queries'
import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { planRetry } from '@course-grading/domain/delivery/backoff'
import { neverSent, type SendClass, type SendKind } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import type { FoundSend } from '@course-grading/domain/delivery/verification-verdict'
import type { WorkerDeps } from '../deps/worker-deps.ts'
import type { Step } from './record-step.ts'

type StepDeps = Pick<WorkerDeps, 'database' | 'times'>

export function planNextAttempt({ failures, failingForMs }: LeasedDelivery): ReturnType<typeof planRetry> {
  return planRetry({ failures: failures + 1, dueForMs: failingForMs, chance: Math.random() })
}

/** Waits after kinds that are no failures of the delivery: the process stops or is busy, or an operator has to put a key back. */
const waitMsWithoutFailure: Partial<Record<SendKind, number>> = { stopped: 0, key_unknown: 60_000 }

/** Why nothing was sent. `seen` and `status` are what the verification before the send showed, and the status of its reply. */
export interface StopBeforeStart {
  readonly stopped: SendClass
  readonly seen: SeenGrade | null
  readonly status: number | null
}

/** Nothing was sent: the delivery becomes pending again, or refused. */
export function stopStep(deps: StepDeps, delivery: LeasedDelivery, stop: StopBeforeStart): Step {
  const { outcome, kind, alert } = stop.stopped
  const waitMs = waitMsWithoutFailure[kind]
  const isFailure = waitMs === undefined
  const plan = isFailure ? planNextAttempt(delivery) : ({ again: true, waitMs } as const)
  if (outcome === 'refused') return refuseStep(deps, delivery, kind, stop)
  if (!plan.again) return refuseStep(deps, delivery, neverSent.kind, stop)
  const { deliveryId, epoch } = delivery
  return {
    write: () => returnToPending(deps.database, { deliveryId, epoch, kind, delayMs: plan.waitMs, isFailure }),
    withinMs: deps.times.leaseS * 1000,
    counted: ['pending', kind],
    log: {
      level: alert ? 'error' : 'info',
      text: 'delivery returned',
      fields: { event: 'delivery_returned', kind },
      outcome: ['pending', 'lease_expired'],
    },
  }
}

function refuseStep(
  { database, times }: StepDeps,
  { deliveryId, epoch }: LeasedDelivery,
  kind: SendKind,
  { seen, status }: StopBeforeStart,
): Step {
  return {
    write: () => refuseBeforeStart(database, { deliveryId, epoch, kind, seen, status }),
    withinMs: times.leaseS * 1000,
    counted: ['refused', kind],
    log: {
      level: 'error',
      text: 'delivery refused',
      fields: { event: 'delivery_refused', kind, phase: 'before_start' },
      outcome: ['refused', 'not_recorded'],
    },
    // The next holder of the lease decides by itself: the delivery is refused only when that is written.
    logIfNotOurs: { level: 'warn', text: 'delivery not refused: its lease expired' },
  }
}

/** Our own grade, of the send with this number, has arrived already. */
export function readBackStep(
  { database, times }: StepDeps,
  { deliveryId, epoch }: LeasedDelivery,
  { sendNumber, shown, standing }: FoundSend,
): Step {
  return {
    write: () => confirmByReadBack(database, { deliveryId, epoch, sendNumber, shown, standing }),
    withinMs: times.leaseS * 1000,
    counted: ['delivered', 'read_back'],
    log: {
      level: 'info',
      text: 'delivery found upstream',
      fields: { event: 'delivery_read_back', sendNumber },
      outcome: ['delivered', 'not_recorded'],
    },
  }
}
