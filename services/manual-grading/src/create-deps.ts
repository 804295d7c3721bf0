import { createDatabase } from '@course-grading/data/db/database'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  foreignRoleError,
  createSecretCheck,
  reportStandingChanges,
  type ServiceContext,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createSealer } from '@course-grading/sealing'
import { Counter } from 'prom-client'
import { requireCapabilityKeys } from './worker/database/require-capability-keys.ts'
import type { Config } from './config/config.ts'
import { requireDurableDatabase } from './worker/database/require-durable-database.ts'
import { createDeliveryMetrics } from './worker/telemetry/delivery-metrics.ts'
import type { Deps } from './deps/deps.ts'

/** Starts nothing. @throws StartError if the database must not be used, or a key is missing */
export async function createDeps({ config, logger, metrics, mustStop }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'manual-grading',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    role: 'manual_grading',
    observe: {
      ...createDatabaseMetrics(metrics, statementNames, logger),
      foreignRole: (role) => mustStop(foreignRoleError(role)),
    },
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
