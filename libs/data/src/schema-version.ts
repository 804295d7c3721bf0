import Type from 'typebox'
import type { Db } from './db.ts'
import { statement } from './row.ts'

/** A test keeps it equal to the newest file. */
export const requiredMigration = '20261125221400_rubric_migration__create'

const hasMigration = statement('hasMigration', Type.Object({ applied: Type.Boolean() }))

/** A newer schema is fine: migrations remove only what the release before no longer used. */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  const row = await db.one(hasMigration`
    SELECT EXISTS (SELECT FROM schema_migration WHERE schema_migration.name = ${requiredMigration}) AS applied
  `)
  return row.applied
}
