import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read, write } from '../db/row.ts'

const storedPreferences = Type.Object({ revision: Type.Integer(), document: Type.String() })
/** `document` is the exact JSON text that was written, ready to be sent; the first one has revision 1. */
export type StoredPreferences = Static<typeof storedPreferences>

const writePreferencesRow = Type.Object({ revision: Type.Integer() })

export async function findPreferences(db: Db, userId: number): Promise<StoredPreferences | null> {
  return await db.maybeOne(read('findPreferences', storedPreferences)`
    SELECT preferences.revision, preferences.document::text FROM preferences WHERE preferences.user_id = ${userId}::bigint
  `)
}

/** Of several writers with one revision (0 for none yet) exactly one gets the next revision, and the others get null. */
export async function writePreferences(
  db: Db,
  change: { readonly userId: number; readonly expectedRevision: number; readonly document: string },
): Promise<number | null> {
  const row = await db.maybeOne(write('writePreferences', writePreferencesRow)`
    WITH inserted AS (
      INSERT INTO preferences (user_id, revision, document, updated_at)
      SELECT ${change.userId}::bigint, 1, ${change.document}::json, statement_timestamp()
      WHERE ${change.expectedRevision}::bigint = 0
      ON CONFLICT (user_id) DO NOTHING
      RETURNING preferences.revision
    ),
    updated AS (
      UPDATE preferences
      SET revision = preferences.revision + 1, document = ${change.document}::json, updated_at = statement_timestamp()
      WHERE preferences.user_id = ${change.userId}::bigint AND preferences.revision = ${change.expectedRevision}::bigint
      RETURNING preferences.revision
    )
    SELECT inserted.revision FROM inserted
    UNION ALL
    SELECT updated.revision FROM updated
  `)
  return row?.revision ?? null
}
