import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { insertSession, type InsertedSession, type NewSession } from '../sessions/insert-session.ts'
import type { Database } from '../db/database.ts'

let lastUserId = 0

/** A person that no other test of this file uses. */
export function nextUserId(): number {
  lastUserId += 1
  return lastUserId
}

/** A session of a new person, which ends after two hours without use, or after twelve hours. */
function aSession(change: Partial<NewSession> = {}): NewSession {
  return {
    sessionId: randomUUID(),
    idHash: randomBytes(32),
    userId: change.userId ?? nextUserId(),
    identity: '{"user":{}}',
    sealedToken: randomBytes(64),
    keyId: 'k-1',
    idleS: 7_200,
    maxS: 43_200,
    ...change,
  }
}

export async function storeSession(
  database: Database,
  change: Partial<NewSession> = {},
): Promise<NewSession & InsertedSession> {
  const session = aSession(change)
  return { ...session, ...(await database.transaction((tx) => insertSession(tx, session))) }
}

/** Moves all times of a stored session into the past by some seconds. */
export async function ageSession(owner: pg.Client, sessionId: string, seconds: number): Promise<void> {
  await owner.query(
    `
    UPDATE session SET created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
      last_used_at = last_used_at - make_interval(secs => $2), identity_at = identity_at - make_interval(secs => $2)
    WHERE session_id = $1`,
    [sessionId, seconds],
  )
}
