import { createHash } from 'node:crypto'
import { newId } from '@course-grading/data/db/new-id'
import { createSealer, sessionTokenContext, type Sealer } from '@course-grading/sealing'
import type pg from 'pg'

export const oldKey = { id: 'k-1', key: Buffer.from('0123456789abcdef0123456789abcdef') }
/** A key that once sealed something, and is no longer in a ring. */
export const lostKey = { id: 'k-0', key: Buffer.from('00112233445566778899aabbccddeeff') }
export const newKey = { id: 'k-2', key: Buffer.from('fedcba9876543210fedcba9876543210') }

export function sealerOf(...keys: readonly (typeof oldKey)[]): Sealer {
  return createSealer({ purpose: 'session-token', keys })
}

/** The text of a ring in SESSION_KEYS. */
export function ringText(...keys: readonly (typeof oldKey)[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
}

export interface KnownSession {
  readonly sessionId: string
  readonly userId: number
  readonly idHash: Buffer
  readonly token: string
}

export function knownSession(userId: number): KnownSession {
  const sessionId = newId()
  return { sessionId, userId, idHash: createHash('sha256').update(sessionId).digest(), token: `token-of-${sessionId}` }
}

/** Makes `count` sessions of one person. */
export function knownSessions(count: number): KnownSession[] {
  return Array.from({ length: count }, () => knownSession(101))
}

/** Writes sessions that `sealer` sealed, in one statement that ignores the limit of sessions per person. */
export async function storeSessions(
  owner: pg.Client,
  sealer: Sealer,
  sessions: readonly KnownSession[],
): Promise<void> {
  const sealed = sessions.map((session) => sealer.seal(session.token, sessionTokenContext(session)).sealed)
  await owner.query(
    `
    INSERT INTO session (
      session_id, id_hash, user_id, identity, identity_at, sealed_token, key_id, created_at, last_used_at, expires_at
    )
    SELECT given.id, given.hash, given.user_id, '{}', now(), given.sealed, $5, now(), now(), now() + interval '12 hours'
    FROM unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::bytea[]) AS given (id, hash, user_id, sealed)`,
    [
      sessions.map(({ sessionId }) => sessionId),
      sessions.map(({ idHash }) => idHash),
      sessions.map(({ userId }) => userId),
      sealed,
      sealer.sealingKeyId,
    ],
  )
}
