import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'

const findLossySettingsRow = Type.Object({ name: Type.String() })

/** Settings that are off, so that the server can lose what it has confirmed as committed. */
export async function findLossySettings(db: Db): Promise<readonly string[]> {
  const rows = await db.any(read('findLossySettings', findLossySettingsRow)`
    SELECT setting.name
    FROM pg_settings AS setting
    WHERE setting.name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting.setting = 'off'
    ORDER BY setting.name
  `)
  return rows.map(({ name }) => name)
}
