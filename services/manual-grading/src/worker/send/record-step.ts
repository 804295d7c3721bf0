import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import type { LogFields } from '@course-grading/http-kit'
import type { WorkerDeps } from '../deps/worker-deps.ts'
import { type Recorded, untilRecorded } from './until-recorded.ts'

/** A step of a leased delivery as a value: what is written, and what the log says of it. */
export interface Step {
  /** One guarded statement. False when another step changed the delivery first. */
  readonly write: () => Promise<boolean>
  /** Milliseconds after which the lease has expired, and with it the reason to write. Without it: until the process ends. */
  readonly withinMs?: number
  /** Outcome and kind for the metric, which counts no step that the database rejected. */
  readonly counted: readonly [outcome: string, kind: string]
  readonly log: StepLog
  /** What the log says instead when another step changed the delivery first. */
  readonly logIfNotOurs?: Pick<StepLog, 'level' | 'text'>
}

interface StepLog {
  readonly level: 'info' | 'warn' | 'error'
  readonly text:
    | 'delivery found upstream'
    | 'delivery not refused: its lease expired'
    | 'delivery refused'
    | 'delivery returned'
    | 'grade delivered'
    | 'grade may have arrived'
    | 'grade not sent'
    | 'grade refused'
  readonly fields: LogFields
  /** The outcome once it is written, and the word for an outcome that the database rejected or may not have. */
  readonly outcome: readonly [written: string, otherwise: string]
}

export async function recordStep(
  deps: Pick<WorkerDeps, 'logger' | 'ended' | 'metrics'>,
  { deliveryId, sendNumber }: LeasedDelivery,
  { write, withinMs, counted, log, logIfNotOurs }: Step,
): Promise<Recorded> {
  const recorded = await untilRecorded(deps, deliveryId, write, withinMs)
  const isOurs = recorded !== 'not_ours'
  if (isOurs) deps.metrics.ended(...counted)
  const { level, text } = isOurs ? log : (logIfNotOurs ?? log)
  const [written, otherwise] = log.outcome
  const outcome = recorded === 'written' ? written : otherwise
  deps.logger[level](text, { deliveryId, sendNumber, ...log.fields, outcome })
  return recorded
}
