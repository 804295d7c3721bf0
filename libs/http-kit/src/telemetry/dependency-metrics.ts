import { Counter, Histogram } from 'prom-client'
import { errorFacts } from './error-facts.ts'
import type { Logger } from './logger.ts'
import { createTimes, type Metrics, watchValues } from './metrics.ts'

interface DatabaseMetrics {
  query(name: string, seconds: number, outcome: 'ok' | 'error'): void
  acquire(seconds: number): void
  connect(fault: unknown): void
  shortLockTimeout(): void
  check(fault: unknown): void
}

interface PoolState {
  readonly size: number
  readonly idle: number
  readonly waiting: number
}

/** Names of queries that are no statements of a feature: transaction control, and all queries without a name. */
const otherQueries = ['start', 'commit', 'rollback', 'unnamed']

/** `statements`: every name of a statement; queries of any other name count as `unnamed`. */
export function createDatabaseMetrics(
  metrics: Metrics,
  statements: ReadonlySet<string>,
  logger: Logger,
): DatabaseMetrics {
  const observeQuery = createTimes(metrics, {
    name: 'database_query_duration_seconds',
    help: 'Time of a query by its name',
    labelNames: ['query'],
  })
  const errors = new Counter({
    name: 'database_query_errors_total',
    help: 'Queries and connects that failed; the log says where',
    registers: [metrics],
  })
  const acquiring = new Histogram({
    name: 'database_acquire_duration_seconds',
    help: 'Time until a database connection was free',
    buckets: [0.001, 0.01, 0.1, 0.5],
    registers: [metrics],
  })
  const logConnect = logChanges({
    failed: (facts) => logger.error('no connection to the database', { event: 'database_connection_failed', ...facts }),
    restored: () => logger.info('connected to the database again', { event: 'database_connection_restored' }),
  })
  return {
    query: (name, seconds, outcome) => {
      const query = statements.has(name) || otherQueries.includes(name) ? name : 'unnamed'
      observeQuery({ query }, seconds)
      if (outcome === 'error') errors.inc()
    },
    acquire: (seconds) => acquiring.observe(seconds),
    connect: (fault) => {
      if (fault !== null) errors.inc()
      logConnect(fault)
    },
    shortLockTimeout: () =>
      logger.warn('lock_timeout is not above deadlock_timeout: no deadlock is found', { event: 'lock_timeout_short' }),
    check: logChanges({
      failed: (facts) => logger.error('the database is not ready', { event: 'database_check_failed', ...facts }),
      restored: () => logger.info('the database is ready again', { event: 'database_check_restored' }),
    }),
  }
}

interface Changes {
  readonly failed: (facts: ReturnType<typeof errorFacts>) => void
  readonly restored: () => void
}

/** Passes on the first failure, each failure with another code than the last, and the end of the trouble (`null`). */
function logChanges({ failed, restored }: Changes): (fault: unknown) => void {
  let last: string | undefined
  return (fault) => {
    if (fault === null) {
      if (last !== undefined) restored()
      last = undefined
      return
    }
    const facts = errorFacts(fault)
    const code = facts.sqlstate ?? facts.errorCode ?? facts.errorClass ?? ''
    if (code !== last) failed(facts)
    last = code
  }
}

export function watchDatabasePool(metrics: Metrics, state: () => PoolState): void {
  watchValues(
    metrics,
    { name: 'database_pool_connections', help: 'Connections of the pool and callers waiting for one', label: 'state' },
    () => {
      const { size, idle, waiting } = state()
      return { size, idle, waiting }
    },
  )
}

/** The observer that libs/upstream takes, which this package does not import. */
type UpstreamObserver = (
  operation: string,
  end: {
    readonly outcome: string
    readonly reason?: string
    readonly connection?: { readonly cause: string; readonly systemCode: string | undefined }
  },
  seconds: number,
) => void

/** Labels of 15, 9, 20 and 8 names; reasons without operations, or they were 300 series. Failures of connections are logged, for the platform's operator. */
export function createUpstreamMetrics(metrics: Metrics, logger: Logger): UpstreamObserver {
  const calls = new Counter({
    name: 'upstream_calls_total',
    help: 'Calls to the learning platform by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [metrics],
  })
  const observeCall = createTimes(metrics, {
    name: 'upstream_call_duration_seconds',
    help: 'Time of a call to the learning platform by operation',
    labelNames: ['operation'],
  })
  const failures = new Counter({
    name: 'upstream_failures_total',
    help: 'Calls to the learning platform that failed, by the exact reason',
    labelNames: ['reason'],
    registers: [metrics],
  })
  const connections = new Counter({
    name: 'upstream_connection_failures_total',
    help: 'Connections to the learning platform that were not made, or broke, by cause',
    labelNames: ['cause'],
    registers: [metrics],
  })
  return (operation, { outcome, reason, connection }, seconds) => {
    calls.inc({ operation, outcome })
    observeCall({ operation }, seconds)
    if (reason !== undefined) failures.inc({ reason })
    if (connection === undefined) return
    const { cause, systemCode } = connection
    connections.inc({ cause })
    logger.warn('no connection to the learning platform', {
      event: 'upstream_connection_failed',
      operation,
      reason: cause,
      errorCode: systemCode,
    })
  }
}

/** Pass the result to `createLogger`. A count above 0 is a defect. */
export function createRedactionCounter(metrics: Metrics): (count: number) => void {
  const redactions = new Counter({
    name: 'log_redactions_total',
    help: 'Token shapes replaced in log lines; each one is a defect',
    registers: [metrics],
  })
  return (count) => redactions.inc(count)
}
