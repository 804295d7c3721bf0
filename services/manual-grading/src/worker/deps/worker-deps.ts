import type { Database } from '@course-grading/data/db/database'
import type { AllowedCallback } from '@course-grading/domain/delivery/callback-url'
import type { Logger, reportStandingChanges } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'
import type { CallbackClient } from '../../callback/callback-client.ts'
import type { DeliveryMetrics } from '../telemetry/delivery-metrics.ts'
import type { OriginSlots } from '../lease/origin-slots.ts'

/** Takes by what the change was found: the first verification that shows what became of the grade, or a later one. */
export type ReportStandingChange = ReturnType<typeof reportStandingChanges<'after_send' | 'later'>>

/** Leases end by the database's clock, everything else by this process's `performance.now()`. */
export interface WorkerTimes {
  /** Seconds of the lease of a delivery before the send start. */
  readonly leaseS: number
  /** Seconds of the lease of a send, from the send start. */
  readonly openLeaseS: number
  readonly reaperS: number
  readonly verificationLeaseS: number
  /** How long a leased delivery may wait for a slot of its origin, so that every later step still fits into the lease. */
  readonly slotWaitMs: number
  readonly verificationWaitMs: number
}

export interface WorkerDeps {
  readonly database: Database
  readonly sealer: Sealer
  readonly callbacks: CallbackClient
  readonly allowed: readonly AllowedCallback[]
  readonly slots: OriginSlots
  readonly times: WorkerTimes
  readonly logger: Logger
  readonly metrics: DeliveryMetrics
  readonly reportStandingChange: ReportStandingChange
  /** Fires when the process is to end: nothing new begins, and a delivery whose send has not started becomes pending again. */
  readonly stopping: AbortSignal
  /** Fires when the process ends now: nothing is awaited. */
  readonly ended: AbortSignal
}
