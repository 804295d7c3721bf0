import { DatabaseFailure } from './database-errors.ts'
import type { Db } from './db.ts'
import { isSchemaCurrent } from './schema-version.ts'

export interface DatabaseCheck {
  readonly database: 'ok' | 'unavailable'
  /** `unknown` while the database is unavailable. */
  readonly schema: 'ok' | 'behind' | 'unknown'
}

const unavailable: DatabaseCheck = { database: 'unavailable', schema: 'unknown' }

/** One query; never rejects. It takes as long as any statement, so callers limit the wait and run one check at a time. */
export async function checkDatabase(db: Db): Promise<DatabaseCheck> {
  try {
    return { database: 'ok', schema: (await isSchemaCurrent(db)) ? 'ok' : 'behind' }
  } catch (error) {
    // This table is missing, or the role may not read it: the database was not migrated for this service.
    const isReachable = error instanceof DatabaseFailure && (error.sqlState === '42P01' || error.sqlState === '42501')
    return isReachable ? { database: 'ok', schema: 'behind' } : unavailable
  }
}
