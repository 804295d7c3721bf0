import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { ageSession, nextUserId, storeSession } from '../testing/a-session.ts'
import { openObserved } from '../testing/open-settings.ts'
import {
  countLiveSessions,
  deleteAllSessions,
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOfUser,
  listSessions,
  updateSessionIdentity,
} from './session-queries.ts'
import { createUseSession } from './use-session.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end()])
  await testDatabase.drop()
})

const idleS = 7_200
const day = 86_400
const storedIds = async () => {
  const { rows } = await owner.query<{ id: string }>('SELECT session_id AS id FROM session')
  return new Set(rows.map(({ id }) => id))
}
const countOf = async (userId: number) =>
  (await owner.query('SELECT FROM session WHERE user_id = $1', [userId])).rowCount

describe('updateSessionIdentity', () => {
  it('accepts one of many writers that read the same identity', async () => {
    const { sessionId, createdAt: identityAt } = await storeSession(database)
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, writer) =>
        updateSessionIdentity(database, { sessionId, identityAt, identity: JSON.stringify({ writer }) }),
      ),
    )
    expect(outcomes.filter((at) => at !== null)).toHaveLength(1)
    const stored = await owner.query<{ writer: number }>(
      `SELECT (identity ->> 'writer')::integer AS writer FROM session WHERE session_id = $1`,
      [sessionId],
    )
    expect(stored.rows[0]?.writer).toBe(outcomes.findIndex((at) => at !== null))
  })

  it('replaces any stored identity if the caller gives null', async () => {
    const { sessionId, createdAt: identityAt } = await storeSession(database)
    await updateSessionIdentity(database, { sessionId, identityAt, identity: '{"first":true}' })
    expect(await updateSessionIdentity(database, { sessionId, identityAt, identity: '{"second":true}' })).toBeNull()
    expect(
      await updateSessionIdentity(database, { sessionId, identityAt: null, identity: '{"third":true}' }),
    ).not.toBeNull()
    const stored = await owner.query('SELECT identity FROM session WHERE session_id = $1', [sessionId])
    expect(stored.rows).toEqual([{ identity: { third: true } }])
  })
})

describe('deleteSessionsOfUser', () => {
  it('does not deadlock with other transactions that delete the same sessions', async () => {
    const userId = nextUserId()
    for (let round = 0; round < 10; round += 1) {
      const sessions = []
      for (let index = 0; index < 10; index += 1) sessions.push(await storeSession(database, { userId }))
      const [kept] = sessions
      const counts = await Promise.all([
        deleteSessionsOfUser(database, userId),
        deleteOtherSessions(database, { userId, keepSessionId: kept?.sessionId ?? '' }),
        deleteSessionsOfUser(database, userId),
        deleteAllSessions(database),
      ])
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10)
      expect(await countOf(userId)).toBe(0)
    }
  })
})

describe('deleteAllSessions and countLiveSessions', () => {
  it('delete the sessions of everybody, and count the live ones', async () => {
    await deleteAllSessions(database)
    const [first] = [await storeSession(database), await storeSession(database), await storeSession(database)]
    await ageSession(owner, first.sessionId, 7_201)
    expect(await countLiveSessions(database, idleS)).toBe(2)
    expect(await deleteAllSessions(database)).toBe(3)
    expect([await countLiveSessions(database, idleS), (await storedIds()).size]).toEqual([0, 0])
  })
})

describe('deleteExpiredSessions', () => {
  it('deletes a batch at a time, and skips sessions that others have locked', async () => {
    await deleteAllSessions(database)
    const sessions = await Promise.all(Array.from({ length: 5 }, () => storeSession(database)))
    for (const { sessionId } of sessions) await ageSession(owner, sessionId, 200_000)
    await owner.query('BEGIN')
    await owner.query('SELECT FROM session WHERE session_id = $1 FOR UPDATE', [sessions[0]?.sessionId])
    const counts = []
    for (let round = 0; round < 3; round += 1) counts.push(await deleteExpiredSessions(database, { idleS, batch: 3 }))
    await owner.query('ROLLBACK')
    expect(counts).toEqual([3, 1, 0])
    expect(await deleteExpiredSessions(database, { idleS, batch: 3 })).toBe(1)
  })

  it('deletes each session once if several processes run', async () => {
    await deleteAllSessions(database)
    const sessions = await Promise.all(Array.from({ length: 30 }, () => storeSession(database)))
    for (const { sessionId } of sessions) await ageSession(owner, sessionId, 200_000)
    const counts = await Promise.all(
      Array.from({ length: 6 }, () => deleteExpiredSessions(database, { idleS, batch: 10 })),
    )
    const rest = (await storedIds()).size
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30 - rest)
  })
})
