import { DatabaseFailure } from './database-errors.ts'
import type { Db } from './db.ts'
import { isSchemaCurrent } from './schema-version.ts'

export interface DatabaseCheck {
  readonly database: 'ok' | 'unavailable'
  /** `unknown` while the database is unavailable. */
  readonly schema: 'ok' | 'behind' | 'unknown'
}

const timeoutMs = 1_000
/** A check that hangs longer than this no longer speaks for the next one: the network may be back. */
const sharedForMs = 2_000

const unavailable: DatabaseCheck = { database: 'unavailable', schema: 'unknown' }

/**
 * One real query, answered within a second; never rejects. Checks that come while one is running share it, so that
 * polling a database that hangs does not use up the connections.
 */
export function createCheck(db: Db): () => Promise<DatabaseCheck> {
  let running: { readonly result: Promise<DatabaseCheck>; readonly startedMs: number } | undefined

  function start(): Promise<DatabaseCheck> {
    const result = ask(db)
    const mine = { result, startedMs: performance.now() }
    running = mine
    void result.finally(() => {
      if (running === mine) running = undefined
    })
    return result
  }

  return async () => {
    const fresh = running !== undefined && performance.now() - running.startedMs < sharedForMs ? running.result : start()
    const { promise: late, resolve } = Promise.withResolvers<DatabaseCheck>()
    const timer = setTimeout(() => resolve(unavailable), timeoutMs)
    try {
      return await Promise.race([fresh, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function ask(db: Db): Promise<DatabaseCheck> {
  try {
    return { database: 'ok', schema: await isSchemaCurrent(db) ? 'ok' : 'behind' }
  } catch (error) {
    // It answered, but has no such table yet, or not for this role: nothing was migrated for it.
    const answered = error instanceof DatabaseFailure && (error.sqlState === '42P01' || error.sqlState === '42501')
    return answered ? { database: 'ok', schema: 'behind' } : unavailable
  }
}
