import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { lockSessionsOfUser } from '../db/lock-order.ts'
import { keptNamesOfConfigured, type StaffName } from '../db/staff-names.ts'
import { write } from '../db/row.ts'
import { deleteDoomed, isLive } from './session-rows.ts'

export interface NewSession {
  /** A UUID; the sealed token is bound to it. */
  readonly sessionId: string
  /** SHA-256 of the opaque id. */
  readonly idHash: Buffer
  readonly userId: number
  /** JSON text of the session's identity, kept byte for byte. */
  readonly identity: string
  /** The person's name, for each course where the identity says the person is staff. */
  readonly staffNames?: readonly StaffName[]
  readonly sealedToken: Buffer
  readonly keyId: string
  /** Seconds after its last use, and seconds after its beginning, at which it ends. */
  readonly idleS: number
  readonly maxS: number
}

const insertedSession = Type.Object({ createdAt: Type.String(), expiresAt: Type.String() })
export interface InsertedSession extends Static<typeof insertedSession> {
  readonly evicted: number
}

const maxLiveSessions = 10

/** An eleventh session ends the one unused longest. A person's sessions begin one by one, so that each counts the earlier ones. */
export async function insertSession(tx: Tx, session: NewSession): Promise<InsertedSession> {
  await lockSessionsOfUser(tx, session.userId)
  const { rowCount: evicted } = await tx.query(write('evictSessions')`
    WITH surplus AS (
      SELECT session.session_id
      FROM session
      WHERE session.user_id = ${session.userId}::bigint AND ${isLive(session.idleS)}
      ORDER BY session.last_used_at DESC, session.created_at DESC, session.session_id DESC
      OFFSET ${maxLiveSessions - 1}::integer
    ),
    doomed AS (
      SELECT session.session_id
      FROM session
      WHERE session.session_id IN (SELECT surplus.session_id FROM surplus)
      ORDER BY session.session_id
      FOR UPDATE
    )
    ${deleteDoomed}
  `)
  const inserted = await tx.one(write('insertSession', insertedSession)`
    WITH ${keptNamesOfConfigured(session.staffNames ?? [])}
    INSERT INTO session (
      session_id, id_hash, user_id, identity, identity_at, sealed_token, key_id, created_at, last_used_at, expires_at
    )
    SELECT ${session.sessionId}::uuid, ${sql.binary(session.idHash)}, ${session.userId}::bigint, ${session.identity}::json,
      clock.now, ${sql.binary(session.sealedToken)}, ${session.keyId}, clock.now, clock.now,
      clock.now + make_interval(secs => ${session.maxS}::integer)
    FROM date_trunc('milliseconds', statement_timestamp()) AS clock (now)
    RETURNING session.created_at, session.expires_at
  `)
  return { ...inserted, evicted }
}
