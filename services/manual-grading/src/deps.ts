import { createDatabase, type Database, statementNames } from '@course-grading/data'
import type { AllowedCallback } from '@course-grading/domain'
import {
  createDatabaseMetrics,
  createSecretCheck,
  type ServiceContext,
  type Logger,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createSealer, type Sealer } from '@course-grading/sealing'
import { requireCapabilityKeys } from './capabilities/require-capability-keys.ts'
import type { Config } from './config.ts'
import { createDeliveryMetrics, type DeliveryMetrics } from './worker/telemetry/delivery-metrics.ts'
import { requireDurableDatabase } from './worker/database/require-durable-database.ts'
import { type RunningWorker, runWorker } from './worker/run-worker.ts'

/** Everything the operations work with. */
export interface Deps {
  readonly database: Database
  readonly sealer: Sealer
  readonly logger: Logger
  readonly isGrader: ReturnType<typeof createSecretCheck>
  readonly allowed: readonly AllowedCallback[]
  readonly fixturesEnabled: boolean
  /** Days until an unused capability ends. */
  readonly ttlDays: number
  /** Seconds after a registration in which nothing is sent. */
  readonly registrationSettleS: number
  readonly metrics: DeliveryMetrics
  /** Null where this process only answers requests. */
  readonly worker: RunningWorker | null
  /** From here on no delivery is begun. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

export async function createDeps({ config, logger, metrics }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'manual-grading',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    observe: createDatabaseMetrics(metrics, statementNames),
  })
  watchDatabasePool(metrics, () => database.state())
  const sealings = metrics.counter({
    name: 'capability_sealings_total',
    help: 'Capabilities sealed by key: a key wears out',
    labels: ['key'],
  })
  const sealer = createSealer({
    purpose: 'capability',
    keys: config.CAPABILITY_KEYS,
    onSealed: (key) => sealings.cell({ key }).add(),
  })
  const keysCompared = await requireCapabilityKeys({ database, sealer, logger })
  const secrets = [config.MANUAL_GRADING_SECRET, config.MANUAL_GRADING_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  )
  const deliveryMetrics = createDeliveryMetrics(metrics)
  const shared = { database, sealer, logger, allowed: config.CALLBACK_ALLOWED, metrics: deliveryMetrics }
  const isDurable =
    config.production && config.ROLE !== 'api' ? await requireDurableDatabase({ database, logger }) : null
  const worker =
    config.ROLE === 'api'
      ? null
      : runWorker({ ...shared, config, registry: metrics, checks: { keysCompared, isDurable } })
  return {
    ...shared,
    worker,
    isGrader: createSecretCheck('x-service-manual-grading-secret', secrets),
    fixturesEnabled: config.FIXTURE_TOOLING === 'enabled',
    ttlDays: config.CAPABILITY_TTL_DAYS,
    registrationSettleS: config.DELIVERY_REGISTRATION_SETTLE_S,
    drain: () => worker?.drain(),
    close: async () => {
      await worker?.stop()
      await database.end()
    },
  }
}
