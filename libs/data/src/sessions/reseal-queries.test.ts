import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { storeSession } from '../testing/a-session.ts'
import { openObserved } from '../testing/open-settings.ts'
import {
  beforeFirstSession,
  countSessionsByKey,
  listSealedSessions,
  lockSessionsToReseal,
  resealSessions,
} from './reseal-queries.ts'
import { deleteAllSessions, deleteSession } from './session-queries.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})
beforeEach(() => deleteAllSessions(database))

const lockAll = { afterSessionId: beforeFirstSession, batch: 500, keyId: 'k-2' }

async function storeWithKeys(...keyIds: string[]) {
  const sessions = await Promise.all(keyIds.map((keyId) => storeSession(database, { keyId })))
  return sessions.toSorted((left, right) => (left.sessionId < right.sessionId ? -1 : 1))
}

describe('listSealedSessions', () => {
  it('lists all sessions page by page, in the order of their ids', async () => {
    const stored = await storeWithKeys('k-1', 'k-2', 'k-1', 'k-2', 'k-1')
    const first = await listSealedSessions(database, { afterSessionId: beforeFirstSession, batch: 3 })
    const second = await listSealedSessions(database, { afterSessionId: first[2]?.sessionId ?? '', batch: 3 })
    expect([...first, ...second]).toEqual(
      stored.map(({ sessionId, userId, keyId, sealedToken }) => ({ sessionId, userId, keyId, sealedToken })),
    )
  })
})

describe('lockSessionsToReseal', () => {
  it('returns sessions that other keys sealed, a batch at a time', async () => {
    const stored = await storeWithKeys('k-1', 'k-2', 'k-0', 'k-1', 'k-2')
    const wanted = stored.filter(({ keyId }) => keyId !== 'k-2').map(({ sessionId }) => sessionId)
    const first = await database.transaction((tx) => lockSessionsToReseal(tx, { ...lockAll, batch: 2 }))
    const second = await database.transaction((tx) =>
      lockSessionsToReseal(tx, { ...lockAll, afterSessionId: first[1]?.sessionId ?? '' }),
    )
    expect([...first, ...second].map(({ sessionId }) => sessionId)).toEqual(wanted)
  })

  it('skips sessions that another transaction has locked', async () => {
    await storeWithKeys('k-1', 'k-1', 'k-1')
    await database.transaction(async (tx) => {
      const mine = await lockSessionsToReseal(tx, { ...lockAll, batch: 2 })
      const theirs = await database.transaction((other) => lockSessionsToReseal(other, lockAll))
      expect([mine.length, theirs.length]).toEqual([2, 1])
    })
  })
})

describe('resealSessions', () => {
  it('replaces the bytes and the key id', async () => {
    const stored = await storeWithKeys('k-1', 'k-1')
    const next = stored.map((session) => ({ ...session, resealed: randomBytes(80) }))
    expect(await resealSessions(database, 'k-2', next)).toBe(2)
    const found = await listSealedSessions(database, { afterSessionId: beforeFirstSession, batch: 9 })
    expect(found).toEqual(
      next.map(({ sessionId, userId, resealed }) => ({ sessionId, userId, keyId: 'k-2', sealedToken: resealed })),
    )
  })

  it('does not change sessions that changed or were deleted since they were read', async () => {
    const [changed, gone, same] = await storeWithKeys('k-1', 'k-1', 'k-1')
    if (changed === undefined || gone === undefined || same === undefined) throw new Error('not stored')
    const inBetween = randomBytes(80)
    await resealSessions(database, 'k-3', [{ ...changed, resealed: inBetween }])
    await deleteSession(database, gone.sessionId)
    const late = [changed, gone, same].map((session) => ({ ...session, resealed: randomBytes(80) }))
    expect(await resealSessions(database, 'k-2', late)).toBe(1)
    expect(
      (await listSealedSessions(database, { afterSessionId: beforeFirstSession, batch: 9 })).map(({ keyId }) => keyId),
    ).toEqual(['k-3', 'k-2'])
  })

  it('accepts a full batch', async () => {
    await storeWithKeys(...Array.from({ length: 200 }, () => 'k-1'))
    const resealed = await database.transaction(async (tx) => {
      const locked = await lockSessionsToReseal(tx, lockAll)
      return await resealSessions(
        tx,
        'k-2',
        locked.map((session) => ({ ...session, resealed: randomBytes(120) })),
      )
    })
    expect(resealed).toBe(200)
  })
})

describe('countSessionsByKey', () => {
  it('counts sessions by key', async () => {
    await storeWithKeys('k-1', 'k-2', 'k-1')
    expect(await countSessionsByKey(database)).toEqual([
      { keyId: 'k-1', count: 2 },
      { keyId: 'k-2', count: 1 },
    ])
  })
})
