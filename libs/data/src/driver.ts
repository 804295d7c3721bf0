import net from 'node:net'
import pg from 'pg'
import { BackendTerminatedError, createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik'
import { DatabaseFailure, DatabaseUnavailable, databaseErrorOf } from './database-errors.ts'
import { typeParserOf } from './type-parsers.ts'

/** Reported about each statement as it ends, by its name; transaction control has the names start, commit and rollback. */
export type QueryObserver = (name: string, seconds: number, outcome: 'ok' | 'error') => void

export interface DriverOptions {
  readonly url: string
  readonly applicationName: string
  readonly dialTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleInTransactionTimeoutMs: number
  readonly keepAliveAfterMs: number
  readonly onQuery: QueryObserver
}

/** The server's own limit comes first; this much later the connection counts as dead. */
export const deadlineMarginMs = 1_000
const goodbyeMs = 250

/** Why a connection was given up; Slonik then sends nothing more over it. */
class ConnectionLost extends BackendTerminatedError {
  readonly reason: DatabaseUnavailable

  constructor(reason: DatabaseUnavailable) {
    super(reason)
    this.reason = reason
  }
}

/** What this driver threw, as callers of this package may see it; undefined for anything else. */
export function driverErrorOf(error: unknown): DatabaseUnavailable | DatabaseFailure | undefined {
  if (error instanceof ConnectionLost) return error.reason
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseFailure) return error
  return undefined
}

/**
 * Slonik's driver for `pg`, of our own for what `@slonik/pg-driver` has no setting for; see docs/decisions/own-slonik-driver.md.
 */
export function createDriver(options: DriverOptions): DriverFactory {
  const config = clientConfig(options)
  const deadlineMs = options.statementTimeoutMs + deadlineMarginMs
  const idle = new Set<net.Socket>()
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter: events }) => {
      const socket = new net.Socket()
      const client = new pg.Client({ ...config, stream: () => socket })
      client.on('error', (error) => {
        // A reset is reported twice, and Slonik may have released the client before the second time: an error without a listener ends the process.
        if (events.listenerCount('error') > 0) events.emit('error', asThrown(databaseErrorOf(error, true)))
      })
      events.on('acquire', () => idle.delete(socket))
      events.on('release', () => idle.add(socket))
      socket.once('close', () => idle.delete(socket))
      return {
        connect: async () => {
          await client.connect().catch((error: unknown) => {
            socket.destroy()
            throw databaseErrorOf(error, true)
          })
        },
        end: async () => {
          await endClient(client, socket)
        },
        query: async (text, values, query) => {
          const named = query?.name === undefined ? { text } : { text, name: query.name }
          const result = await observed(options.onQuery, query?.name ?? controlName(text), async () => {
            const silent = setTimeout(() => giveUp(socket, idle), deadlineMs)
            try {
              return await replyOf(client, { ...named, values: values ?? [] })
            } catch (error) {
              throw asThrown(databaseErrorOf(error, socket.destroyed))
            } finally {
              clearTimeout(silent)
            }
          })
          return {
            command: commandOf(result.command),
            fields: result.fields.map((field) => ({ dataTypeId: field.dataTypeID, name: field.name })),
            rowCount: result.rowCount,
            rows: result.rows,
          }
        },
        stream: () => {
          throw new Error('streams are not supported')
        },
      }
    },
  }))
}

/**
 * By callback: with the promises that `pg` makes of its own, rows live on until the whole heap is collected, and the same
 * queries take twice the time (pg 8.23, Node 26).
 */
function replyOf(client: pg.Client, query: pg.QueryConfig): Promise<pg.QueryResult<Record<string, unknown>>> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<Record<string, unknown>>>()
  client.query<Record<string, unknown>>(query, (error: Error | null, result) => {
    if (error) reject(error)
    else resolve(result)
  })
  return promise
}

function clientConfig(options: DriverOptions): pg.ClientConfig {
  const url = URL.parse(options.url)
  // The error of `new URL` would carry the whole of it, password included.
  if (url === null) throw new Error('the address of the database is not a URL')
  // Timestamps are parsed in this one format. Statements read few rows, also where the planner fears many: none is worth compiling.
  // Options that came with the URL follow, and win.
  const sessionOptions = ['-c TimeZone=UTC -c DateStyle=ISO -c jit=off', url.searchParams.get('options') ?? '']
  url.searchParams.set('options', sessionOptions.join(' ').trim())
  return {
    connectionString: url.href,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.dialTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: options.keepAliveAfterMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    types: { getTypeParser: (objectId: number) => typeParserOf(objectId) },
  }
}

/**
 * A connection that fell silent ends here, and those that lie idle with it: they went the same way, and each would cost
 * a caller the whole deadline to find out.
 */
function giveUp(socket: net.Socket, idle: ReadonlySet<net.Socket>): void {
  socket.destroy()
  for (const other of idle) other.destroy()
}

async function endClient(client: pg.Client, socket: net.Socket): Promise<void> {
  if (socket.destroyed) return
  const patience = setTimeout(() => socket.destroy(), goodbyeMs)
  await client.end()
  clearTimeout(patience)
}

async function observed<T>(observe: QueryObserver, name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  let outcome: 'ok' | 'error' = 'error'
  try {
    const result = await work()
    outcome = 'ok'
    return result
  } finally {
    observe(name, (performance.now() - started) / 1000, outcome)
  }
}

function asThrown(error: DatabaseUnavailable | DatabaseFailure): Error {
  return error instanceof DatabaseUnavailable ? new ConnectionLost(error) : error
}

const controlNames = new Map([
  ['START TRANSACTION', 'start'],
  ['COMMIT', 'commit'],
  ['ROLLBACK', 'rollback'],
])

function controlName(text: string): string {
  return controlNames.get(text) ?? 'unnamed'
}

const commands = new Set<string>(['COPY', 'DELETE', 'INSERT', 'SELECT', 'UPDATE'] satisfies DriverCommand[])

/** Slonik knows five; the others (START, COMMIT, …) return no rows either way. */
function commandOf(command: string): DriverCommand {
  return isCommand(command) ? command : 'SELECT'
}

function isCommand(command: string): command is DriverCommand {
  return commands.has(command)
}
