import Type from 'typebox'
import type { Db } from './db.ts'
import { read } from './row.ts'

/** A test keeps it equal to the newest file. */
export const requiredMigration = '20261125221600_known_submission__create'

const findSchemaStateRow = Type.Object({ isCurrent: Type.Boolean(), isReadOnly: Type.Boolean() })

/** A newer schema is fine: migrations remove only what the release before no longer used. A standby is read-only. */
export async function findSchemaState(db: Db): Promise<{ readonly isCurrent: boolean; readonly isReadOnly: boolean }> {
  return await db.one(read('findSchemaState', findSchemaStateRow)`
    SELECT EXISTS (SELECT FROM schema_migration WHERE schema_migration.name = ${requiredMigration}) AS is_current,
      current_setting('transaction_read_only') = 'on' AS is_read_only
  `)
}
