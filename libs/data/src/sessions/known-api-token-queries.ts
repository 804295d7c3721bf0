import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { read, write } from '../db/row.ts'

const listKnownApiTokensRow = Type.Object({ digest: Type.String(), leftMs: Type.Integer() })

interface KnownApiToken {
  /** SHA-256 of the token, in base64. */
  readonly digest: string
  readonly leftMs: number
}

/** The `limit` tokens that were confirmed last, and how long each is known from now on. */
export async function listKnownApiTokens(db: Db, limit: number): Promise<readonly KnownApiToken[]> {
  return await db.any(read('listKnownApiTokens', listKnownApiTokensRow)`
    SELECT
      encode(known_api_token.digest, 'base64') AS digest,
      ceil(extract(epoch FROM known_api_token.known_until - statement_timestamp()) * 1000)::bigint AS left_ms
    FROM known_api_token
    WHERE known_api_token.known_until > statement_timestamp()
    ORDER BY known_api_token.known_until DESC
    LIMIT ${limit}::integer
  `)
}

/** The learning platform has confirmed the token, which is known for twelve hours from now on. */
export async function upsertKnownApiToken(db: Db, digest: string): Promise<void> {
  await db.query(write('upsertKnownApiToken')`
    INSERT INTO known_api_token AS known (digest, known_until)
    VALUES (decode(${digest}, 'base64'), statement_timestamp() + interval '12 hours')
    ON CONFLICT (digest) DO UPDATE SET known_until = excluded.known_until
  `)
}

export async function deleteKnownApiToken(db: Db, digest: string): Promise<void> {
  await db.query(
    write(
      'deleteKnownApiToken',
    )`DELETE FROM known_api_token WHERE known_api_token.digest = decode(${digest}, 'base64')`,
  )
}
