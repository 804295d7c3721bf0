import net from 'node:net'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import pg from 'pg'
import { BackendTerminatedError, createDriverFactory, type DriverCommand, type DriverFactory } from 'slonik'
import { connectErrorOf, DatabaseFailure, databaseErrorOf } from './database-errors.ts'
import { createLockTimeout } from './lock-timeout.ts'
import { type Column, NamedQuery, type NamedQueryOptions, type NamedQueryResult } from './named-query.ts'
import { typeParserOf } from './type-parsers.ts'

type QueryObserver = (name: string, seconds: number, outcome: 'ok' | 'error') => void

interface DriverOptions {
  readonly url: string
  readonly applicationName: string
  readonly dialTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleInTransactionTimeoutMs: number
  readonly keepAliveAfterMs: number
  readonly onQuery: QueryObserver
  readonly onConnect: (fault: DatabaseUnavailable | null) => void
  readonly onShortLockTimeout: () => void
  readonly onRole: (role: string, database: string) => void
}

/** A connection counts as dead this long after the server's own time limit. */
export const deadlineMarginMs = 1_000
const goodbyeMs = 250

/** Slonik sends nothing more over a connection after such an error. */
class ConnectionLost extends BackendTerminatedError {
  readonly reason: DatabaseUnavailable

  constructor(reason: DatabaseUnavailable) {
    super(reason)
    this.reason = reason
  }
}

/** Undefined for an error that this driver did not throw. */
export function driverErrorOf(error: unknown): DatabaseUnavailable | DatabaseFailure | undefined {
  if (error instanceof ConnectionLost) return error.reason
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseFailure) return error
  return undefined
}

/** `@slonik/pg-driver` lacks some settings; see docs/src/content/docs/decisions/own-slonik-driver.md. */
export function createDriver(options: DriverOptions): DriverFactory {
  const config = clientConfig(options)
  const lockTimeout = createLockTimeout(config, {
    shortestMs: options.lockTimeoutMs,
    onTooShort: options.onShortLockTimeout,
    onRole: options.onRole,
  })
  const deadlineMs = options.statementTimeoutMs + deadlineMarginMs
  const idle = new Set<net.Socket>()
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter: events }) => {
      const socket = new net.Socket()
      const client = new pg.Client({ ...config, lock_timeout: await lockTimeout(), stream: () => socket })
      const known = new Map<string, Column[]>()
      client.on('error', (error) => {
        // A reset is reported twice, the second time perhaps after Slonik released the client; without a listener it would end the process.
        if (events.listenerCount('error') > 0) events.emit('error', asThrown(databaseErrorOf(error, true)))
      })
      events.on('acquire', () => idle.delete(socket))
      events.on('release', () => idle.add(socket))
      socket.once('close', () => idle.delete(socket))
      return {
        connect: async () => {
          await client.connect().catch((error: unknown) => {
            socket.destroy()
            const fault = connectErrorOf(error)
            options.onConnect(fault)
            throw fault
          })
          options.onConnect(null)
        },
        end: async () => {
          await endClient(client, socket)
        },
        query: async (text, values, query) => {
          if (socket.destroyed) throw asThrown(new DatabaseUnavailable(null, true))
          const name = query?.name ?? controlNames.get(text)
          const result = await observed(options.onQuery, name ?? 'unnamed', async () => {
            const silent = setTimeout(() => giveUp(socket, idle), deadlineMs)
            try {
              return await replyOf(client, { name, text, values: values ?? [] }, known)
            } catch (error) {
              throw asThrown(databaseErrorOf(error, socket.destroyed))
            } finally {
              clearTimeout(silent)
            }
          })
          return {
            ...result,
            command: commandOf(result.command),
          }
        },
        stream: () => {
          throw new Error('streams are not supported')
        },
      }
    },
  }))
}

interface Sent {
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

/** With the promises of `pg`, rows stay in memory until a full collection, and queries take twice the time (pg 8.23, Node 26). */
function replyOf(
  client: pg.Client,
  { name, text, values }: Sent,
  known: Map<string, Column[]>,
): Promise<NamedQueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<NamedQueryResult>()
  if (name === undefined) {
    // The query is a savepoint, or a statement of a test.
    client.query<Record<string, unknown>>({ text, values: [...values] }, (error: Error | null, result) => {
      if (error) return reject(error)
      const fields = result.fields.map((field) => ({ dataTypeId: field.dataTypeID, name: field.name }))
      resolve({ ...result, fields })
    })
    return promise
  }
  const callback: NamedQueryOptions['callback'] = (error, result) =>
    result === undefined ? reject(error) : resolve(result)
  client.query(new NamedQuery({ name, text, values, known, typeParserOf, callback }) as unknown as pg.Submittable)
  return promise
}

const sessionSettings = '-c TimeZone=UTC -c DateStyle=ISO -c default_transaction_isolation=read\\ committed -c jit=off'

function clientConfig(options: DriverOptions): pg.ClientConfig {
  const url = URL.parse(options.url)
  // The error of `new URL` would hold the whole URL, password included.
  if (url === null) throw new Error('the address of the database is not a URL')
  // `type-parsers.ts` reads only these timestamps. With read committed, statements see earlier commits; none reads enough for JIT. The URL's options win.
  const sessionOptions = [sessionSettings, url.searchParams.get('options') ?? '']
  url.searchParams.set('options', sessionOptions.join(' ').trim())
  return {
    connectionString: url.href,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.dialTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: options.keepAliveAfterMs,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    types: { getTypeParser: (objectId: number) => typeParserOf(objectId) },
  }
}

/** Ends the idle connections, too, which most likely are dead: each would cost a caller the whole deadline to find out. */
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

/** Transaction control is prepared under these names, which is faster than sending its texts. */
const controlNames = new Map([
  ['START TRANSACTION', 'start'],
  ['COMMIT', 'commit'],
  ['ROLLBACK', 'rollback'],
])

const commands = new Set<string>(['COPY', 'DELETE', 'INSERT', 'SELECT', 'UPDATE'] satisfies DriverCommand[])

/** Slonik knows five commands. Any other returns no rows, so it does not matter which of the five stands for it. */
function commandOf(command: string): DriverCommand {
  return isCommand(command) ? command : 'SELECT'
}

function isCommand(command: string): command is DriverCommand {
  return commands.has(command)
}
