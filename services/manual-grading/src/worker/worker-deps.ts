import type { Database } from '@course-grading/data'
import type { AllowedCallback } from '@course-grading/domain'
import type { Logger } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'
import type { CallbackClient } from '../callback/callback-client.ts'
import type { DeliveryMetrics } from './telemetry/delivery-metrics.ts'
import type { OriginSlots } from './lease/origin-slots.ts'

/** How long things may last. Leases are the database's, everything else is by this process's steady clock. */
export interface WorkerTimes {
  /** Of a delivery before its door. */
  readonly leaseS: number
  /** Of a send, from its door. */
  readonly openLeaseS: number
  /** Between two looks for lapsed leases. */
  readonly reaperS: number
  /** After which a send cannot be on its way any more. */
  readonly settleS: number
  /** Of a read-back. */
  readonly verificationLeaseS: number
  /** How long a leased delivery may wait for a place at its origin, so that everything after it still fits into the lease. */
  readonly slotWaitMs: number
  /** The same of a leased read-back. */
  readonly verificationWaitMs: number
}

/** What every step of a delivery works with. */
export interface WorkerDeps {
  readonly database: Database
  readonly sealer: Sealer
  readonly callbacks: CallbackClient
  readonly allowed: readonly AllowedCallback[]
  readonly places: OriginSlots
  readonly times: WorkerTimes
  readonly logger: Logger
  readonly metrics: DeliveryMetrics
  /** The process is to end: nothing new begins, and what has not passed its door goes back. */
  readonly stopping: AbortSignal
  /** The process ends now: nothing is waited for any more. */
  readonly ended: AbortSignal
}
