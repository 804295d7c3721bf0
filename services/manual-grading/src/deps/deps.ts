import type { Database } from '@course-grading/data/db/database'
import type { AllowedCallback } from '@course-grading/domain/delivery/callback-url'
import type { createSecretCheck, Logger } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'
import type { StartChecks } from '../worker/database/server-watch.ts'
import type { DeliveryMetrics } from '../worker/telemetry/delivery-metrics.ts'
import type { ReportStandingChange } from '../worker/deps/worker-deps.ts'

export interface Deps {
  readonly database: Database
  readonly sealer: Sealer
  readonly logger: Logger
  readonly isGrader: ReturnType<typeof createSecretCheck>
  readonly allowed: readonly AllowedCallback[]
  readonly fixturesEnabled: boolean
  readonly ttlDays: number
  /** Seconds after a registration in which nothing is sent. */
  readonly registrationSettleS: number
  readonly metrics: DeliveryMetrics
  readonly reportStandingChange: ReportStandingChange
  /** The checks of the database that were possible before the start. The worker makes the others later. */
  readonly checks: StartChecks
  readonly close: () => Promise<void>
}
