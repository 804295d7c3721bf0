import { hash } from 'node:crypto'
import type { TestService } from '../service.fixture.ts'

/** Changes of the stored sessions as time makes them, or somebody with the owner's rights. */
export interface SessionRows {
  /** Makes the stored identity that old. */
  readonly ageIdentity: (sessionId: string, seconds: number) => Promise<void>
  readonly leaveUnused: (sessionId: string, seconds: number) => Promise<void>
  /** Moves all times of the session that far into the past. */
  readonly age: (sessionId: string, seconds: number) => Promise<void>
  readonly exists: (sessionId: string) => Promise<boolean>
  readonly countOf: (userId: number) => Promise<number>
  readonly swapTokens: (one: string, other: string) => Promise<void>
  readonly query: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

/** The table of sessions, as the owner of the database. */
export function sessionRowsOf(service: TestService): SessionRows {
  const query: SessionRows['query'] = (text, values) => service.database.query(text, values)
  const update =
    (columns: readonly string[]) =>
    async (sessionId: string, seconds: number): Promise<void> => {
      const set = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ')
      await query(`UPDATE session SET ${set} WHERE id_hash = $1`, [hashOf(sessionId), seconds])
    }
  return {
    query,
    ageIdentity: update(['identity_at']),
    leaveUnused: update(['last_used_at']),
    age: update(['created_at', 'last_used_at', 'expires_at', 'identity_at']),
    exists: async (sessionId) =>
      (await query('SELECT FROM session WHERE id_hash = $1', [hashOf(sessionId)])).length === 1,
    countOf: async (userId) => (await query('SELECT FROM session WHERE user_id = $1', [userId])).length,
    swapTokens: async (one, other) => {
      await query(
        `
        UPDATE session SET sealed_token = twin.sealed_token FROM session AS twin
        WHERE session.id_hash IN ($1, $2) AND twin.id_hash IN ($1, $2) AND twin.id_hash <> session.id_hash`,
        [hashOf(one), hashOf(other)],
      )
    },
  }
}

const hashOf = (sessionId: string): Buffer => hash('sha256', sessionId, 'buffer')
