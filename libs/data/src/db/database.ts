import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { createPool, SlonikError, type DatabasePool, type Interceptor } from 'slonik'
import { checkDatabase, type DatabaseCheck } from './check.ts'
import { noteCommit } from './commit-record.ts'
import { DatabaseFailure, RowMismatch } from './database-errors.ts'
import type { Db, Tx } from './db.ts'
import { createDriver, driverErrorOf } from './driver.ts'
import { createGate, type Gate } from './gate.ts'
import { withSerializationRetry } from './serialization-retry.ts'

const serviceRoles = ['public_api', 'frontend_internal', 'manual_grading'] as const
type ServiceRole = (typeof serviceRoles)[number]

interface DatabaseObserver {
  /** `name` is a statement's name, `start`, `commit`, `rollback`, or `unnamed`. */
  query(name: string, seconds: number, outcome: 'ok' | 'error'): void
  acquire(seconds: number): void
  connect?(fault: DatabaseUnavailable | null): void
  /** Called when a pooler gives sessions a lock_timeout that is not above deadlock_timeout, so that no deadlock is found. */
  shortLockTimeout?(): void
  /** Called when the first session has the role of another service than `role`. */
  foreignRole?(role: ServiceRole): void
  check?(fault: unknown): void
}

/** Limits that operators cannot choose. Tests of other things make them long. */
interface DatabaseLimits {
  readonly queueWaitMs: number
  readonly dialTimeoutMs: number
  /** The least lock_timeout; it is raised above the server's deadlock_timeout. */
  readonly lockTimeoutMs: number
  readonly idleInTransactionTimeoutMs: number
}

interface DatabaseOptions {
  readonly url: string
  readonly applicationName: string
  readonly poolMax?: number
  readonly statementTimeoutMs?: number
  readonly limits?: Partial<DatabaseLimits>
  readonly observe?: DatabaseObserver
  readonly role?: ServiceRole
}

export interface Database extends Db {
  /** Any rejection but a `DomainError` closes the connection. After 40001 or 40P01 `work` runs again, so it has no other effects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  state(): { readonly size: number; readonly idle: number; readonly waiting: number }
  check(): Promise<DatabaseCheck>
  readonly unanswered: DatabaseCheck
  end(): Promise<void>
}

/** `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const databaseDefaults = {
  poolMax: 10,
  statementTimeoutMs: 5_000,
  queueLimit: 256,
  keepAliveAfterMs: 10_000,
  limits: { queueWaitMs: 1_000, dialTimeoutMs: 2_000, lockTimeoutMs: 1_000, idleInTransactionTimeoutMs: 5_000 },
} as const

/** With its defaults, Slonik runs a failed statement or transaction again, so that a write could happen twice. */
export const retryLimits = { connectionRetryLimit: 0, queryRetryLimit: 0, transactionRetryLimit: 0 } as const

/** Connects when needed. Rejects with `DomainError('overloaded')`, `DatabaseUnavailable`, `DatabaseFailure`, `RowMismatch`, or an error of `work`. */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  const { queueLimit, keepAliveAfterMs } = databaseDefaults
  const poolMax = options.poolMax ?? databaseDefaults.poolMax
  const { observe } = options
  const { queueWaitMs, dialTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = {
    ...databaseDefaults.limits,
    ...options.limits,
  }
  const pool = await createPool(options.url, {
    ...retryLimits,
    driverFactory: createDriver({
      url: options.url,
      applicationName: options.applicationName,
      dialTimeoutMs,
      statementTimeoutMs: options.statementTimeoutMs ?? databaseDefaults.statementTimeoutMs,
      lockTimeoutMs,
      idleInTransactionTimeoutMs,
      keepAliveAfterMs,
      onQuery: (name, seconds, outcome) => observe?.query(name, seconds, outcome),
      onConnect: (fault) => observe?.connect?.(fault),
      onShortLockTimeout: () => observe?.shortLockTimeout?.(),
      onRole: (role, name) => {
        const found = serviceRoles.find((service) => role === `${name}_${service}`)
        if (found !== undefined && found !== options.role) observe?.foreignRole?.(found)
      },
    }),
    gracefulTerminationTimeout: 1_000,
    // Keep-alive and the deadline find dead connections. A timer for each release costs more than an idle connection.
    idleTimeout: 'DISABLE_TIMEOUT',
    interceptors: [rowValidation],
    maxPoolSize: poolMax,
    // By default each release sends DISCARD ALL, which also drops prepared statements; no session state is ever set.
    resetConnection: () => Promise.resolve(),
  })
  const gate = createGate({ slots: poolMax, queueLimit, queueWaitMs }, (seconds) => observe?.acquire(seconds))
  return bindDatabase(pool, gate, observe)
}

function bindDatabase(pool: DatabasePool, gate: Gate, observe: DatabaseObserver | undefined): Database {
  const through = async <T>(query: object, run: () => Promise<T>): Promise<T> => {
    // Only statements of tests have no word.
    const isWrite = !('isWrite' in query) || query.isWrite === true
    const result = await gate.run(() => run().catch((error: unknown) => rethrow(error, !isWrite)))
    if (isWrite) noteCommit()
    return result
  }
  const db: Db = {
    any: (query) => through(query, () => pool.any(query)),
    maybeOne: (query) => through(query, () => pool.maybeOne(query)),
    one: (query) => through(query, () => pool.one(query)),
    query: (query) => through(query, () => pool.query(query)),
  }
  return {
    ...db,
    // The gate is inside the retry, so that no slot is held during a pause.
    transaction: (work) => withSerializationRetry(() => gate.run(() => runTransaction(pool, work))),
    state: () => {
      const { acquiredConnections, idleConnections, pendingReleaseConnections } = pool.state()
      return {
        size: acquiredConnections + idleConnections + pendingReleaseConnections,
        idle: idleConnections,
        waiting: gate.waiting(),
      }
    },
    check: () => checkDatabase(db, (fault) => observe?.check?.(fault)),
    unanswered: { database: 'unavailable', schema: 'unknown' },
    end: () => pool.end(),
  }
}

async function runTransaction<T>(pool: DatabasePool, work: (tx: Tx) => Promise<T>): Promise<T> {
  let thrown: { readonly error: unknown } | undefined
  let isCommitDue = false
  const run = async (tx: Tx) => {
    try {
      const done = await work(tx)
      isCommitDue = true
      return done
    } catch (error) {
      thrown = { error }
      throw error
    }
  }
  try {
    // Slonik closes the connection if this function rejects, so a `DomainError` is returned as `refusal`, after the rollback.
    const ended = await pool.connect((connection) =>
      connection.transaction(run).then(
        (result) => ({ result }),
        (error: unknown) => {
          if (error instanceof DomainError) return { refusal: error }
          throw error
        },
      ),
    )
    if ('refusal' in ended) throw ended.refusal
    noteCommit()
    return ended.result
  } catch (error) {
    if (thrown?.error === error && !(error instanceof SlonikError) && driverErrorOf(error) === undefined) throw error
    return rethrow(error, !isCommitDue)
  }
}

/** Turns what Slonik rejects with into an error without SQL or values. `commitsNothing`: nothing can have been committed. */
function rethrow(error: unknown, commitsNothing: boolean): never {
  if (error instanceof RowMismatch) throw error
  const fault = driverErrorOf(error) ?? driverErrorOf(error instanceof Error ? error.cause : undefined)
  if (fault instanceof DatabaseFailure && fault.sqlState === '55P03') {
    // Nothing was written: others held the row for longer than lock_timeout.
    throw new DomainError('overloaded', { retryAfterS: 1, cause: fault })
  }
  if (fault instanceof DatabaseFailure) throw fault
  if (fault === undefined && error instanceof SlonikError) throw new DatabaseFailure(null)
  throw new DatabaseUnavailable(fault?.sqlState, commitsNothing || fault?.nothingCommitted, fault?.systemCode)
}

const rowValidation: Interceptor = {
  name: 'row validation',
  dataIntegrityError: (_context, query) => {
    throw new RowMismatch(query.name ?? 'unnamed')
  },
  transformRow: (context, query, row) => {
    const parsed = context.resultParser?.['~standard'].validate(row)
    if (parsed === undefined || parsed instanceof Promise || parsed.issues !== undefined) {
      throw new RowMismatch(query.name ?? 'unnamed')
    }
    return row
  },
}
