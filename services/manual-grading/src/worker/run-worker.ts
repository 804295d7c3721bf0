import type { Metrics } from '@course-grading/http-kit'
import { createCallbackClient } from '../callback/callback-client.ts'
import type { Config } from '../config.ts'
import { startHourlyPurge } from '../retention/hourly-purge.ts'
import type { Purged } from '../retention/purge.ts'
import { startDeliveryGauges } from './telemetry/delivery-gauges.ts'
import { watchDeliveries } from './telemetry/delivery-metrics.ts'
import { createOriginSlots } from './lease/origin-slots.ts'
import { type StartChecks, watchServer } from './database/server-watch.ts'
import type { WorkerDeps, WorkerTimes } from './worker-deps.ts'
import { startWorker } from './worker.ts'

export interface RunningWorker {
  /** From here on nothing new is begun; what has passed its door goes on. */
  readonly drain: () => void
  /** Resolves when nothing is under way any more, or shortly before the process must end. */
  readonly stop: () => Promise<void>
}

export type RunWorkerOptions = Pick<WorkerDeps, 'database' | 'sealer' | 'logger' | 'allowed' | 'metrics'> & {
  readonly config: Config
  readonly registry: Metrics
  readonly checks: StartChecks
}

const maxAtOneOrigin = 4
/** Beside a step's own limit: for the statement that follows it. */
const marginMs = 3_000
/** For a place, however short the lease: a delivery that is given back at once would come back at once. */
const minWaitMs = 1_000
/** Before the end of the grace period. */
const givenUpBeforeMs = 1_500

/** The delivery worker of a process with everything around it, by the environment. */
export function runWorker({ config, registry, checks, ...shared }: RunWorkerOptions): RunningWorker {
  const stopping = new AbortController()
  const ended = new AbortController()
  const deps: WorkerDeps = {
    ...shared,
    stopping: stopping.signal,
    ended: ended.signal,
    times: timesOf(config),
    places: createOriginSlots(maxAtOneOrigin),
    callbacks: createCallbackClient({
      limits: {
        connectMs: config.CALLBACK_CONNECT_TIMEOUT_MS,
        verificationMs: config.CALLBACK_LOOK_TIMEOUT_MS,
        headersMs: config.CALLBACK_HEADERS_TIMEOUT_MS,
        totalMs: config.CALLBACK_TOTAL_TIMEOUT_MS,
      },
    }),
  }
  const worker = startWorker({
    deps,
    server: watchServer({ ...deps, checks }),
    concurrency: config.DELIVERY_CONCURRENCY,
    databaseUrl: config.DATABASE_URL,
  })
  const gauges = startDeliveryGauges(deps)
  const retention = startHourlyPurge({ ...deps, onErased: countErased(registry) })
  watchDeliveries(registry, gauges.numbers)
  const over = Promise.all([worker.over, gauges.ended, retention.ended])
  return {
    drain: () => stopping.abort(),
    stop: async () => {
      stopping.abort()
      const timer = setTimeout(() => ended.abort(), Math.max(0, config.SHUTDOWN_GRACE_S * 1000 - givenUpBeforeMs))
      await over
      clearTimeout(timer)
    },
  }
}

function countErased(registry: Metrics): (erased: Purged) => void {
  const counter = registry.counter({
    name: 'retention_erased_total',
    help: 'What this process has erased after its time',
    labels: ['what'],
  })
  const cells = {
    capabilities: counter.cell({ what: 'capabilities' }),
    diagnostics: counter.cell({ what: 'diagnostics' }),
  }
  return ({ capabilities, diagnostics }) => {
    cells.capabilities.add(capabilities)
    cells.diagnostics.add(diagnostics)
  }
}

function timesOf(config: Config): WorkerTimes {
  const {
    CALLBACK_LOOK_TIMEOUT_MS: verificationMs,
    CALLBACK_CONNECT_TIMEOUT_MS: connectMs,
    DELIVERY_LEASE_S: leaseS,
  } = config
  return {
    leaseS,
    openLeaseS: config.DELIVERY_OPEN_LEASE_S,
    reaperS: config.DELIVERY_REAPER_S,
    settleS: config.DELIVERY_SETTLE_S,
    verificationLeaseS: Math.ceil((verificationMs + marginMs) / 1000) * 2,
    // The look and what is written down of it have the other half of their lease.
    verificationWaitMs: verificationMs,
    slotWaitMs: Math.max(minWaitMs, leaseS * 1000 - verificationMs - connectMs - marginMs),
  }
}
