import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { byteas } from '../db/sql-arrays.ts'

const isKnownTokenRow = Type.Object({ isKnown: Type.Boolean() })

const knownFor = sql.fragment`interval '12 hours'`

const oneOf = (digests: readonly Buffer[]) => sql.fragment`known_token.digest = ANY (${byteas(digests)})`

/** Whether somebody signed in with the token lately. `digests` has its digest by each key of the ring. */
export async function isKnownToken(db: Db, digests: readonly Buffer[]): Promise<boolean> {
  const row = await db.one(read('isKnownToken', isKnownTokenRow)`
    SELECT EXISTS (
      SELECT FROM known_token WHERE ${oneOf(digests)} AND known_token.known_until > statement_timestamp()
    ) AS is_known
  `)
  return row.isKnown
}

export async function rememberToken(tx: Tx, digest: Buffer): Promise<void> {
  await tx.query(write('rememberToken')`
    INSERT INTO known_token AS known (digest, known_until)
    VALUES (${sql.binary(digest)}, statement_timestamp() + ${knownFor})
    ON CONFLICT (digest) DO UPDATE SET known_until = excluded.known_until
  `)
}

export async function forgetToken(db: Db, digests: readonly Buffer[]): Promise<void> {
  await db.query(write('forgetToken')`DELETE FROM known_token WHERE ${oneOf(digests)}`)
}

export async function deleteExpiredTokens(db: Db, batch: number): Promise<number> {
  const { rowCount } = await db.query(write('deleteExpiredTokens')`
    WITH doomed AS (
      SELECT known_token.digest
      FROM known_token
      WHERE known_token.known_until < statement_timestamp()
      ORDER BY known_token.digest
      LIMIT ${batch}::integer
      FOR UPDATE SKIP LOCKED
    )
    DELETE FROM known_token WHERE known_token.digest IN (SELECT doomed.digest FROM doomed)
  `)
  return rowCount
}
