import { DatabaseFailure } from './database-errors.ts'
import type { Db } from './db.ts'
import { isSchemaCurrent } from './schema-version.ts'

export interface DatabaseCheck {
  readonly database: 'ok' | 'unavailable'
  /** `unknown` while the database is unavailable. */
  readonly schema: 'ok' | 'behind' | 'unknown'
}

const unavailable: DatabaseCheck = { database: 'unavailable', schema: 'unknown' }

/** One real query; never rejects. It takes as long as any statement may: whoever asks limits the wait, and asks one at a time. */
export async function checkDatabase(db: Db): Promise<DatabaseCheck> {
  try {
    return { database: 'ok', schema: (await isSchemaCurrent(db)) ? 'ok' : 'behind' }
  } catch (error) {
    // It answered, but has no such table yet, or not for this role: nothing was migrated for it.
    const answered = error instanceof DatabaseFailure && (error.sqlState === '42P01' || error.sqlState === '42501')
    return answered ? { database: 'ok', schema: 'behind' } : unavailable
  }
}
