import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { bytes, read, write } from '../db/row.ts'
import { byteas, uuids } from '../db/sql-arrays.ts'

const sealedSession = Type.Object({
  sessionId: Type.String(),
  userId: Type.Integer(),
  keyId: Type.String(),
  sealedToken: bytes,
})
export type SealedSession = Static<typeof sealedSession>

const keyCount = Type.Object({ keyId: Type.String(), count: Type.Integer() })
export type KeyCount = Static<typeof keyCount>

export const beforeFirstSession = '00000000-0000-0000-0000-000000000000'

interface Page {
  readonly afterSessionId: string
  readonly batch: number
}

export async function listSealedSessions(db: Db, { afterSessionId, batch }: Page): Promise<readonly SealedSession[]> {
  return await db.any(read('listSealedSessions', sealedSession)`
    SELECT session.session_id, session.user_id, session.key_id,
      session.sealed_token
    FROM session
    WHERE session.session_id > ${afterSessionId}::uuid
    ORDER BY session.session_id
    LIMIT ${batch}::integer
  `)
}

/** Locks the next sessions that another key than `keyId` sealed, without rows that others have locked. */
export async function lockSessionsToReseal(
  tx: Tx,
  { afterSessionId, batch, keyId }: Page & { readonly keyId: string },
): Promise<readonly SealedSession[]> {
  return await tx.any(read('lockSessionsToReseal', sealedSession)`
    SELECT session.session_id, session.user_id, session.key_id,
      session.sealed_token
    FROM session
    WHERE session.session_id > ${afterSessionId}::uuid AND session.key_id <> ${keyId}
    ORDER BY session.session_id
    LIMIT ${batch}::integer
    FOR NO KEY UPDATE SKIP LOCKED
  `)
}

/** Changes only rows that still hold `sealedToken`; returns how many. */
export async function resealSessions(
  db: Db,
  keyId: string,
  sessions: readonly (SealedSession & { readonly resealed: Buffer })[],
): Promise<number> {
  const { rowCount } = await db.query(write('resealSessions')`
    UPDATE session SET sealed_token = given.resealed, key_id = ${keyId}
    FROM unnest(
      ${uuids(sessions.map((session) => session.sessionId))},
      ${byteas(sessions.map((session) => session.sealedToken))},
      ${byteas(sessions.map((session) => session.resealed))}
    ) AS given (session_id, sealed_token, resealed)
    WHERE session.session_id = given.session_id AND session.sealed_token = given.sealed_token
  `)
  return rowCount
}

export async function countSessionsByKey(db: Db): Promise<readonly KeyCount[]> {
  return await db.any(read('countSessionsByKey', keyCount)`
    SELECT session.key_id, count(*) AS count FROM session GROUP BY session.key_id ORDER BY session.key_id
  `)
}
