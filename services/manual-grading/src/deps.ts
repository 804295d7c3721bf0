import { createDatabase, type Database } from '@course-grading/data/db/database'
import { statementNames } from '@course-grading/data/db/statement-names'
import type { AllowedCallback } from '@course-grading/domain/delivery/callback-url'
import {
  createDatabaseMetrics,
  createSecretCheck,
  reportStandingChanges,
  type ServiceContext,
  type Logger,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createSealer, type Sealer } from '@course-grading/sealing'
import { Counter } from 'prom-client'
import { requireCapabilityKeys } from './capabilities/require-capability-keys.ts'
import type { Config } from './config.ts'
import type { StartChecks } from './worker/database/server-watch.ts'
import { requireDurableDatabase } from './worker/database/require-durable-database.ts'
import { createDeliveryMetrics, type DeliveryMetrics } from './worker/telemetry/delivery-metrics.ts'
import type { ReportStandingChange } from './worker/worker-deps.ts'

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

/** Builds the dependencies of the service. Nothing is started. It throws if the database must not be used. @throws StartError */
export async function createDeps({ config, logger, metrics }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'manual-grading',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    observe: createDatabaseMetrics(metrics, statementNames, logger),
  })
  watchDatabasePool(metrics, () => database.state())
  const sealings = new Counter({
    name: 'capability_sealings_total',
    help: 'Capabilities sealed by key: a key must be replaced long before 2^32 sealings',
    labelNames: ['key'],
    registers: [metrics],
  })
  const sealer = createSealer({
    purpose: 'capability',
    keys: config.CAPABILITY_KEYS,
    onSealed: (key) => sealings.inc({ key }),
  })
  const keysCompared = await requireCapabilityKeys({ database, sealer, logger })
  const mustBeDurable = config.production && config.ROLE !== 'api'
  const isDurable = mustBeDurable ? await requireDurableDatabase({ database, logger }) : null
  const secrets = [config.MANUAL_GRADING_SECRET, config.MANUAL_GRADING_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  )
  return {
    database,
    sealer,
    logger,
    allowed: config.CALLBACK_ALLOWED,
    metrics: createDeliveryMetrics(metrics),
    reportStandingChange: reportStandingChanges({ metrics, logger }, ['after_send', 'later']),
    checks: { keysCompared, isDurable },
    isGrader: createSecretCheck('x-service-manual-grading-secret', secrets),
    fixturesEnabled: config.FIXTURE_TOOLING === 'enabled',
    ttlDays: config.CAPABILITY_TTL_DAYS,
    registrationSettleS: config.DELIVERY_REGISTRATION_SETTLE_S,
    close: () => database.end(),
  }
}
