import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { ageSession, nextUserId, storeSession } from '../testing/a-session.ts'
import {
  countLiveSessions,
  deleteAllSessions,
  deleteExpiredSessions,
  deleteOtherSessionRows,
  deleteSessionsOfUser,
  selectSessions,
  updateSessionIdentity,
} from './session-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('updateSessionIdentity', () => {
  it('accepts one of many writers that read the same identity', async ({ world }) => {
    const { sessionId, createdAt: identityAt } = await storeSession(world.database)
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, writer) =>
        updateSessionIdentity(world.database, { sessionId, identityAt, identity: JSON.stringify({ writer }) }),
      ),
    )
    expect(outcomes.filter((at) => at !== null)).toHaveLength(1)
    const stored = await world.owner.query<{ writer: number }>(
      `SELECT (identity ->> 'writer')::integer AS writer FROM session WHERE session_id = $1`,
      [sessionId],
    )
    expect(stored.rows[0]?.writer).toBe(outcomes.findIndex((at) => at !== null))
  })

  it('replaces any stored identity if the caller gives null', async ({ world }) => {
    const { sessionId, createdAt: identityAt } = await storeSession(world.database)
    await updateSessionIdentity(world.database, { sessionId, identityAt, identity: '{"first":true}' })
    expect(
      await updateSessionIdentity(world.database, { sessionId, identityAt, identity: '{"second":true}' }),
    ).toBeNull()
    expect(
      await updateSessionIdentity(world.database, { sessionId, identityAt: null, identity: '{"third":true}' }),
    ).not.toBeNull()
    const stored = await world.owner.query('SELECT identity FROM session WHERE session_id = $1', [sessionId])
    expect(stored.rows).toEqual([{ identity: { third: true } }])
  })
})

describe('selectSessions', () => {
  it("lists the person's live sessions, the newest first, page by page, and marks the session of the request", async ({
    world,
  }) => {
    const userId = nextUserId()
    const ids = Array.from({ length: 3 }, () => randomUUID()).toSorted()
    const sessions = []
    for (const sessionId of ids) sessions.push(await storeSession(world.database, { userId, sessionId }))
    const [old, current, expired] = ids as [string, string, string]
    await storeSession(world.database)
    await ageSession(world.owner, old, 100)
    await ageSession(world.owner, expired, 8_000)
    const page = (before: string | null, limit: number) =>
      selectSessions(world.database, { userId, sessionId: current, idleS, before, limit })
    const listed = await page(null, 10)
    expect(listed).toMatchObject([
      { sessionId: current, createdAt: sessions[1]?.createdAt, current: true },
      { sessionId: old, current: false },
    ])
    expect(await page(null, 1)).toEqual(listed.slice(0, 1))
    expect(await page(current, 1)).toEqual(listed.slice(1))
    expect(await page(old, 1)).toEqual([])
  })
})

describe('deleteSessionsOfUser', () => {
  it('does not deadlock with other transactions that delete the same sessions', async ({ world }) => {
    const userId = nextUserId()
    for (let round = 0; round < raceRounds; round += 1) {
      const sessions = []
      for (let index = 0; index < 10; index += 1) sessions.push(await storeSession(world.database, { userId }))
      const [kept] = sessions
      const counts = await Promise.all([
        deleteSessionsOfUser(world.database, userId),
        deleteOtherSessionRows(world.database, { userId, keepSessionId: kept?.sessionId ?? '' }),
        deleteSessionsOfUser(world.database, userId),
        deleteAllSessions(world.database),
      ])
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10)
      expect(await world.countOf(userId)).toBe(0)
    }
  })
})

describe('deleteAllSessions and countLiveSessions', () => {
  it('delete the sessions of everybody, and count the live ones', async ({ world }) => {
    await deleteAllSessions(world.database)
    const [first] = [
      await storeSession(world.database),
      await storeSession(world.database),
      await storeSession(world.database),
    ]
    await ageSession(world.owner, first.sessionId, 7_201)
    expect(await countLiveSessions(world.database, idleS)).toBe(2)
    expect(await deleteAllSessions(world.database)).toBe(3)
    expect([await countLiveSessions(world.database, idleS), (await world.storedIds()).size]).toEqual([0, 0])
  })
})

describe('deleteExpiredSessions', () => {
  it('deletes a batch at a time, and skips sessions that others have locked', async ({ world }) => {
    await deleteAllSessions(world.database)
    const sessions = await Promise.all(Array.from({ length: 5 }, () => storeSession(world.database)))
    for (const { sessionId } of sessions) await ageSession(world.owner, sessionId, 200_000)
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM session WHERE session_id = $1 FOR UPDATE', [sessions[0]?.sessionId])
    const counts = []
    for (let round = 0; round < 3; round += 1)
      counts.push(await deleteExpiredSessions(world.database, { idleS, batch: 3 }))
    await world.owner.query('ROLLBACK')
    expect(counts).toEqual([3, 1, 0])
    expect(await deleteExpiredSessions(world.database, { idleS, batch: 3 })).toBe(1)
  })

  it('deletes each session once if several processes run', async ({ world }) => {
    await deleteAllSessions(world.database)
    const sessions = await Promise.all(Array.from({ length: 30 }, () => storeSession(world.database)))
    for (const { sessionId } of sessions) await ageSession(world.owner, sessionId, 200_000)
    const counts = await Promise.all(
      Array.from({ length: 6 }, () => deleteExpiredSessions(world.database, { idleS, batch: 10 })),
    )
    const rest = (await world.storedIds()).size
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30 - rest)
  })
})

async function openWorld() {
  const data = await openData()
  const { owner } = data
  const storedIds = async () => {
    const { rows } = await owner.query<{ id: string }>('SELECT session_id AS id FROM session')
    return new Set(rows.map(({ id }) => id))
  }
  const countOf = async (userId: number) =>
    (await owner.query('SELECT FROM session WHERE user_id = $1', [userId])).rowCount
  return { ...data, storedIds, countOf }
}

const idleS = 7_200
