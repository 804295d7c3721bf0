import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { write } from '../db/row.ts'

const useLaunchRow = Type.Object({ isTimely: Type.Boolean(), isNew: Type.Boolean() })

/** How far the clock of whoever signed a launch, or the person's patience, may be from the database's clock. */
const launchWindowS = 600

interface Launch {
  readonly nonceHash: Buffer
  readonly timestampS: number
}

/** Of two uses of a launch at once, the second waits for the first. A launch that is not timely is not kept. */
export async function useLaunch(
  tx: Tx,
  { nonceHash, timestampS }: Launch,
): Promise<{ readonly isTimely: boolean; readonly isNew: boolean }> {
  return await tx.one(write('useLaunch', useLaunchRow)`
    WITH launch AS (
      SELECT ahead.s, abs(ahead.s) <= ${launchWindowS}::integer AS is_timely
      FROM (SELECT ${timestampS}::bigint - extract(epoch FROM statement_timestamp()) AS s) AS ahead
    ), kept AS (
      INSERT INTO used_launch (nonce_hash, used_until)
      SELECT
        ${sql.binary(nonceHash)},
        statement_timestamp() + interval '1 second' * (launch.s + ${launchWindowS}::integer)::double precision
      FROM launch
      WHERE launch.is_timely
      ON CONFLICT (nonce_hash) DO NOTHING
      RETURNING 1
    )
    SELECT launch.is_timely, EXISTS (SELECT FROM kept) AS is_new FROM launch
  `)
}

/** Deletes up to `batch` launches that are too old to sign in; returns how many. */
export async function deleteExpiredLaunches(db: Db, batch: number): Promise<number> {
  const { rowCount } = await db.query(write('deleteExpiredLaunches')`
    DELETE FROM used_launch
    WHERE used_launch.nonce_hash = ANY (ARRAY(
      SELECT expired.nonce_hash FROM used_launch AS expired
      WHERE expired.used_until < statement_timestamp()
      LIMIT ${batch}::integer
    ))
  `)
  return rowCount
}
