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
  it('replaces the identity, and returns when it was stored', async () => {
    const { sessionId, idHash, createdAt } = await storeSession(database)
    await ageSession(owner, sessionId, 400)
    const before = await createUseSession(database, { idleS })(idHash)
    const identityAt = before?.state === 'live' ? before.session.identityAt : createdAt
    const at = await updateSessionIdentity(database, { sessionId, identityAt, identity: '{"user": {"userId":7}}' })
    const after = await createUseSession(database, { idleS })(idHash)
    expect(after).toMatchObject({ session: { identity: '{"user": {"userId":7}}', identityAt: at } })
    expect(after?.state === 'live' ? after.session.identityAgeS : null).toBeLessThan(300)
  })

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

  it('is null if the session no longer exists', async () => {
    const { sessionId, createdAt } = await storeSession(database)
    await deleteSession(database, sessionId)
    expect(await updateSessionIdentity(database, { sessionId, identityAt: createdAt, identity: '{}' })).toBeNull()
  })
})

describe('deleteSession', () => {
  it('deletes the session, and reports if there was none', async () => {
    const { sessionId } = await storeSession(database)
    expect([await deleteSession(database, sessionId), await deleteSession(database, sessionId)]).toEqual([true, false])
  })
})

describe('deleteOtherSessions', () => {
  it("keeps the given session, and other people's sessions", async () => {
    const userId = nextUserId()
    const kept = await storeSession(database, { userId })
    await storeSession(database, { userId })
    const expired = await storeSession(database, { userId })
    await ageSession(owner, expired.sessionId, day)
    const theirs = await storeSession(database)
    expect(await deleteOtherSessions(database, { userId, keepSessionId: kept.sessionId })).toBe(2)
    expect([await countOf(userId), await countOf(theirs.userId)]).toEqual([1, 1])
    expect((await storedIds()).has(kept.sessionId)).toBe(true)
  })
})

describe('listSessions', () => {
  it("lists the person's live sessions, the newest first, page by page, and marks the session of the request", async () => {
    const userId = nextUserId()
    const ids = Array.from({ length: 3 }, () => randomUUID()).toSorted()
    const [old, current, expired] = [
      await storeSession(database, { userId, sessionId: ids[0]! }),
      await storeSession(database, { userId, sessionId: ids[1]! }),
      await storeSession(database, { userId, sessionId: ids[2]! }),
    ]
    await storeSession(database)
    await ageSession(owner, old.sessionId, 100)
    await ageSession(owner, expired.sessionId, 8_000)
    const page = (before: string | null, limit: number) =>
      listSessions(database, { userId, sessionId: current.sessionId, idleS, before, limit })
    const listed = await page(null, 10)
    const at = new Date(Date.parse(old.createdAt) - 100_000).toISOString()
    expect(listed).toEqual([
      { sessionId: current.sessionId, createdAt: current.createdAt, lastUsedAt: current.createdAt, current: true },
      { sessionId: old.sessionId, createdAt: at, lastUsedAt: at, current: false },
    ])
    expect([await page(null, 1), await page(current.sessionId, 1), await page(old.sessionId, 1)]).toEqual([
      [listed[0]],
      [listed[1]],
      [],
    ])
  })
})

describe('deleteSessionsOfUser', () => {
  it('deletes all sessions of the person, and no others', async () => {
    const userId = nextUserId()
    const theirs = await storeSession(database)
    for (let index = 0; index < 3; index += 1) await storeSession(database, { userId })
    expect(await deleteSessionsOfUser(database, userId)).toBe(3)
    expect([await countOf(userId), await countOf(theirs.userId)]).toEqual([0, 1])
  })

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
  it('deletes sessions that ended more than a day ago, unused or at their absolute end, and no others', async () => {
    await deleteAllSessions(database)
    const [unused, aged, younger, live] = [
      await storeSession(database),
      await storeSession(database, { maxS: 1_000 }),
      await storeSession(database),
      await storeSession(database),
    ]
    await ageSession(owner, unused.sessionId, idleS + day + 1)
    await ageSession(owner, aged.sessionId, 1_000 + day + 1)
    await ageSession(owner, younger.sessionId, idleS + day - 60)
    expect(await deleteExpiredSessions(database, { idleS, batch: 500 })).toBe(2)
    expect(await storedIds()).toEqual(new Set([younger.sessionId, live.sessionId]))
  })

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
