import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { countRow, read, write } from '../db/row.ts'
import { keptNamesOfConfigured, type StaffName } from '../db/staff-names.ts'
import { deleteDoomed, isLive } from './session-rows.ts'

const sessionListing = Type.Object({
  sessionId: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Type.String(),
  current: Type.Boolean(),
})
type SessionListing = Static<typeof sessionListing>

const updateSessionIdentityRow = Type.Object({ identityAt: Type.String() })

/** Writes if the identity is still that of `identityAt`, or always with null. Null if the session is gone, or another came first. */
export async function updateSessionIdentity(
  db: Db,
  session: {
    readonly sessionId: string
    readonly identityAt: string | null
    readonly identity: string
    readonly staffNames?: readonly StaffName[]
  },
): Promise<string | null> {
  const row = await db.maybeOne(write('updateSessionIdentity', updateSessionIdentityRow)`
    WITH ${keptNamesOfConfigured(session.staffNames ?? [])}
    UPDATE session
    SET identity = ${session.identity}::json,
      -- Always another instant than before, or two writers could both find theirs.
      identity_at = greatest(
        date_trunc('milliseconds', statement_timestamp()), session.identity_at + interval '1 millisecond'
      )
    WHERE session.session_id = ${session.sessionId}::uuid
      AND session.identity_at = coalesce(${session.identityAt}::timestamptz, session.identity_at)
    RETURNING session.identity_at
  `)
  return row?.identityAt ?? null
}

interface ListSessions {
  readonly userId: number
  readonly sessionId: string
  readonly idleS: number
  readonly before: string | null
  readonly limit: number
}

/** Newest first, by ids, which rise with time and never change. */
export async function selectSessions(
  db: Db,
  { userId, sessionId, idleS, before, limit }: ListSessions,
): Promise<readonly SessionListing[]> {
  return await db.any(read('listSessions', sessionListing)`
    SELECT session.session_id, session.created_at, session.last_used_at,
      session.session_id = ${sessionId}::uuid AS current
    FROM session
    WHERE session.user_id = ${userId}::bigint AND ${isLive(idleS)}
      AND (${before}::uuid IS NULL OR session.session_id < ${before}::uuid)
    ORDER BY session.session_id DESC
    LIMIT ${limit}::integer
  `)
}

export async function countLiveSessions(db: Db, idleS: number): Promise<number> {
  const row = await db.one(
    read('countLiveSessions', countRow)`SELECT count(*) AS count FROM session WHERE ${isLive(idleS)}`,
  )
  return row.count
}

export async function deleteSessionRow(db: Db, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    write('deleteSession')`DELETE FROM session WHERE session.session_id = ${sessionId}::uuid`,
  )
  return rowCount === 1
}

export async function deleteOtherSessionRows(
  db: Db,
  { userId, keepSessionId }: { readonly userId: number; readonly keepSessionId: string },
): Promise<number> {
  const { rowCount } = await db.query(write('deleteOtherSessions')`
    WITH doomed AS (
      SELECT session.session_id
      FROM session
      WHERE session.user_id = ${userId}::bigint AND session.session_id <> ${keepSessionId}::uuid
      ORDER BY session.session_id
      FOR UPDATE
    )
    ${deleteDoomed}
  `)
  return rowCount
}

export async function deleteSessionsOfUser(db: Db, userId: number): Promise<number> {
  const { rowCount } = await db.query(write('deleteSessionsOfUser')`
    WITH doomed AS (
      SELECT session.session_id
      FROM session
      WHERE session.user_id = ${userId}::bigint
      ORDER BY session.session_id
      FOR UPDATE
    )
    ${deleteDoomed}
  `)
  return rowCount
}

export async function deleteAllSessions(db: Db): Promise<number> {
  const { rowCount } = await db.query(write('deleteAllSessions')`
    WITH doomed AS (SELECT session.session_id FROM session ORDER BY session.session_id FOR UPDATE)
    ${deleteDoomed}
  `)
  return rowCount
}

export async function deleteExpiredSessions(
  db: Db,
  { idleS, batch }: { readonly idleS: number; readonly batch: number },
): Promise<number> {
  const { rowCount } = await db.query(write('deleteExpiredSessions')`
    WITH doomed AS (
      SELECT session.session_id
      FROM session
      WHERE least(session.expires_at, session.last_used_at + make_interval(secs => ${idleS}::integer))
        < statement_timestamp() - interval '1 day'
      ORDER BY session.session_id
      LIMIT ${batch}::integer
      FOR UPDATE SKIP LOCKED
    )
    ${deleteDoomed}
  `)
  return rowCount
}
