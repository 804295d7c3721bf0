import { DatabaseFailure } from './database-errors.ts'
import type { Db } from './db.ts'
import { findSchemaState } from './schema-version.ts'

export type DatabaseCheck = {
  readonly database: 'ok' | 'read_only' | 'unavailable'
  readonly schema: 'ok' | 'behind' | 'unknown'
}

/** Never rejects. Takes as long as any statement, so callers limit the wait and run one at a time. `onResult` gets the query's error, or null. */
export async function checkDatabase(db: Db, onResult: (fault: unknown) => void = () => {}): Promise<DatabaseCheck> {
  try {
    const { isCurrent, isReadOnly } = await findSchemaState(db)
    onResult(null)
    return { database: isReadOnly ? 'read_only' : 'ok', schema: isCurrent ? 'ok' : 'behind' }
  } catch (error) {
    onResult(error)
    // The table `schema_migration` is missing, or the role may not read it: the database was not migrated for this service.
    const isReachable = error instanceof DatabaseFailure && (error.sqlState === '42P01' || error.sqlState === '42501')
    return isReachable ? { database: 'ok', schema: 'behind' } : { database: 'unavailable', schema: 'unknown' }
  }
}
