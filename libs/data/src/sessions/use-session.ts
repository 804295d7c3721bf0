import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { createMicroBatch } from '../db/micro-batch.ts'
import type { StoredPreferences } from '../preferences/preferences-queries.ts'
import { bytes, read, write } from '../db/row.ts'
import { byteas } from '../db/sql-arrays.ts'
import { isLive } from './session-rows.ts'

const usedRow = Type.Object({
  /** Position of the session's hash among those requested, from 1. */
  position: Type.Integer(),
  live: Type.Boolean(),
  sessionId: Type.String(),
  userId: Type.Integer(),
  identity: Type.String(),
  identityAt: Type.String(),
  identityAgeS: Type.Integer(),
  sealedToken: bytes,
  createdAt: Type.String(),
  expiresAt: Type.String(),
  preferencesRevision: Type.Union([Type.Integer(), Type.Null()]),
  preferencesDocument: Type.Union([Type.String(), Type.Null()]),
})

/** A map compares strings by their value, but buffers by their identity, so keys are strings. */
const keyEncoding = 'latin1'

export interface UsedSession {
  readonly sessionId: string
  readonly userId: number
  readonly identity: string
  readonly identityAt: string
  readonly identityAgeS: number
  readonly sealedToken: Buffer
  readonly createdAt: string
  readonly expiresAt: string
  readonly preferences: StoredPreferences | null
}

/** `expired` is known only while the row still exists, which is for a day. */
export type SessionUse = { readonly state: 'live'; readonly session: UsedSession } | { readonly state: 'expired' }

/** Finds a session by its SHA-256, and counts as a use of it; null when there is none. */
export type UseSession = (idHash: Buffer) => Promise<SessionUse | null>

/**
 * Requests at the same time share queries. A session that ended before a request is never found by it, because a query begins after all
 * requests that share it have come. No query waits for locks of others. The use is written at most once a minute (in half of `idleS`, where
 * that is shorter), so a session can end that much earlier.
 */
export function createUseSession(db: Db, { idleS }: { readonly idleS: number }): UseSession {
  const useByKey = createMicroBatch(async (keys: readonly string[]) => {
    const rows = await useSessions(db, { idHashes: keys.map((key) => Buffer.from(key, keyEncoding)), idleS })
    return new Map(rows.map((row) => [keys[row.position - 1] ?? '', sessionUse(row)]))
  })
  return (idHash) => useByKey(idHash.toString(keyEncoding))
}

function sessionUse({
  live,
  position: _position,
  preferencesRevision: revision,
  preferencesDocument: document,
  ...session
}: Static<typeof usedRow>): SessionUse {
  if (!live) return { state: 'expired' }
  return {
    state: 'live',
    session: { ...session, preferences: revision === null || document === null ? null : { revision, document } },
  }
}

async function useSessions(
  db: Db,
  { idHashes, idleS }: { readonly idHashes: readonly Buffer[]; readonly idleS: number },
) {
  return await db.any(write('useSession', usedRow)`
    WITH due AS (
      SELECT session.session_id
      FROM session
      WHERE session.id_hash = ANY(${byteas(idHashes)}) AND ${isLive(idleS)}
        AND session.last_used_at <= statement_timestamp() - make_interval(secs => least(60, ${idleS}::integer / 2.0))
      -- Whoever has it locked writes the same, or deletes it.
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    touched AS (
      UPDATE session SET last_used_at = statement_timestamp()
      FROM due
      WHERE session.session_id = due.session_id
    )
    SELECT asked.position, ${isLive(idleS)} AS live, ${sessionColumns},
      preferences.revision AS preferences_revision, preferences.document::text AS preferences_document
    FROM unnest(${byteas(idHashes)}) WITH ORDINALITY AS asked (id_hash, position)
    JOIN session ON session.id_hash = asked.id_hash
    LEFT JOIN preferences ON preferences.user_id = session.user_id
  `)
}

const findLiveSessionRow = Type.Omit(usedRow, ['position', 'live', 'preferencesRevision', 'preferencesDocument'])

/** Does not count as a use of the session. */
export async function findLiveSession(
  db: Db,
  { sessionId, idleS }: { readonly sessionId: string; readonly idleS: number },
): Promise<UsedSession | null> {
  const session = await db.maybeOne(read('findLiveSession', findLiveSessionRow)`
    SELECT ${sessionColumns}
    FROM session
    WHERE session.session_id = ${sessionId}::uuid AND ${isLive(idleS)}
  `)
  return session && { ...session, preferences: null }
}

const sessionColumns = sql.fragment`session.session_id, session.user_id, session.identity::text,
  session.identity_at,
  greatest(0, floor(extract(epoch FROM statement_timestamp() - session.identity_at)))::integer AS identity_age_s,
  session.sealed_token, session.created_at, session.expires_at`
