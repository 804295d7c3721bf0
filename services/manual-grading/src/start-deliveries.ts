import type { Metrics, ServiceContext } from '@course-grading/http-kit'
import { Counter } from 'prom-client'
import { createCallbackClient } from './callback/callback-client.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps/deps.ts'
import { startHourlyPurge } from './retention/hourly-purge.ts'
import type { Purged } from './retention/purge.ts'
import { startDeliveryGauges } from './worker/delivery-gauges.ts'
import { watchDeliveries, watchDurability, watchRoles } from './worker/telemetry/delivery-metrics.ts'
import { createOriginSlots } from './worker/lease/origin-slots.ts'
import { watchServer } from './worker/database/server-watch.ts'
import type { WorkerDeps, WorkerTimes } from './worker/deps/worker-deps.ts'
import { startWorker } from './worker/worker.ts'

export interface RunningDeliveries {
  /** Begins nothing new; sends that have started go on. */
  readonly drain: () => void
  /** Resolves when nothing is in progress, or shortly before the process must end. */
  readonly stop: () => Promise<void>
}

const slotsPerOrigin = 4
/** Added to the limit of a step, for the statement that follows the step. */
const marginMs = 3_000
/** The least wait for a slot, however short the lease is: a delivery that is returned at once would be leased again at once. */
const minSlotWaitMs = 1_000
/** Work that is still in progress is given up this long before the grace period ends. */
const giveUpBeforeEndMs = 1_500

/** Starts the delivery worker of this process with its gauges and its retention; null if the process only serves requests. */
export function startDeliveries(
  { database, sealer, logger, allowed, metrics, reportStandingChange, checks }: Omit<Deps, 'close'>,
  { config, metrics: registry }: Pick<ServiceContext<Config>, 'config' | 'metrics'>,
): RunningDeliveries | null {
  watchRoles(registry, config.ROLE)
  if (config.ROLE === 'api') return null
  const stopping = new AbortController()
  const ended = new AbortController()
  const deps: WorkerDeps = {
    database,
    sealer,
    logger,
    allowed,
    metrics,
    reportStandingChange,
    stopping: stopping.signal,
    ended: ended.signal,
    times: timesOf(config),
    slots: createOriginSlots(slotsPerOrigin),
    callbacks: createCallbackClient({
      limits: {
        connectMs: config.CALLBACK_CONNECT_TIMEOUT_MS,
        verificationMs: config.CALLBACK_VERIFICATION_TIMEOUT_MS,
        headersMs: config.CALLBACK_HEADERS_TIMEOUT_MS,
        totalMs: config.CALLBACK_TOTAL_TIMEOUT_MS,
      },
    }),
  }
  const server = watchServer({ ...deps, checks, settleS: config.DELIVERY_SETTLE_S })
  const worker = startWorker({
    deps,
    server,
    concurrency: config.DELIVERY_CONCURRENCY,
    databaseUrl: config.DATABASE_URL,
  })
  const gauges = startDeliveryGauges(deps)
  const retention = startHourlyPurge({ ...deps, onErased: countErased(registry) })
  watchDeliveries(registry, gauges.numbers)
  watchDurability(registry, server.isTrusted)
  const finished = Promise.all([worker.finished, gauges.ended, retention.ended])
  return {
    drain: () => stopping.abort(),
    stop: async () => {
      stopping.abort()
      const timer = setTimeout(() => ended.abort(), Math.max(0, config.SHUTDOWN_GRACE_S * 1000 - giveUpBeforeEndMs))
      await finished
      clearTimeout(timer)
    },
  }
}

function countErased(registry: Metrics): (erased: Purged) => void {
  const counter = new Counter({
    name: 'retention_erased_total',
    help: 'What this process has erased after its retention had ended',
    labelNames: ['what'],
    registers: [registry],
  })
  const count = ({ capabilities, diagnostics }: Purged): void => {
    counter.inc({ what: 'capabilities' }, capabilities)
    counter.inc({ what: 'diagnostics' }, diagnostics)
  }
  count({ capabilities: 0, diagnostics: 0 })
  return count
}

function timesOf(config: Config): WorkerTimes {
  const {
    CALLBACK_VERIFICATION_TIMEOUT_MS: verificationMs,
    CALLBACK_CONNECT_TIMEOUT_MS: connectMs,
    DELIVERY_LEASE_S: leaseS,
  } = config
  return {
    leaseS,
    openLeaseS: config.DELIVERY_OPEN_LEASE_S,
    reaperS: config.DELIVERY_REAPER_S,
    verificationLeaseS: Math.ceil((verificationMs + marginMs) / 1000) * 2,
    // The verification and its recording have the other half of the lease.
    verificationWaitMs: verificationMs,
    slotWaitMs: Math.max(minSlotWaitMs, leaseS * 1000 - verificationMs - connectMs - marginMs),
  }
}
