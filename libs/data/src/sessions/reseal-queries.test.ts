import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { storeSession } from '../testing/a-session.ts'
import {
  beforeFirstSession,
  countSessionsByKey,
  listSealedSessions,
  lockSessionsToReseal,
  resealSessions,
} from './reseal-queries.ts'
import { deleteAllSessions, deleteSessionRow } from './session-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('listSealedSessions', () => {
  it('lists all sessions page by page, in the order of their ids', async ({ world }) => {
    const stored = await world.storeWithKeys('k-1', 'k-2', 'k-1', 'k-2', 'k-1')
    const first = await listSealedSessions(world.database, { afterSessionId: beforeFirstSession, batch: 3 })
    const second = await listSealedSessions(world.database, { afterSessionId: first[2]?.sessionId ?? '', batch: 3 })
    expect([...first, ...second]).toEqual(
      stored.map(({ sessionId, userId, keyId, sealedToken }) => ({ sessionId, userId, keyId, sealedToken })),
    )
  })
})

describe('lockSessionsToReseal', () => {
  it('returns sessions that other keys sealed, a batch at a time', async ({ world }) => {
    const stored = await world.storeWithKeys('k-1', 'k-2', 'k-0', 'k-1', 'k-2')
    const wanted = stored.filter(({ keyId }) => keyId !== 'k-2').map(({ sessionId }) => sessionId)
    const first = await world.database.transaction((tx) => lockSessionsToReseal(tx, { ...lockAll, batch: 2 }))
    const second = await world.database.transaction((tx) =>
      lockSessionsToReseal(tx, { ...lockAll, afterSessionId: first[1]?.sessionId ?? '' }),
    )
    expect([...first, ...second].map(({ sessionId }) => sessionId)).toEqual(wanted)
  })

  it('skips sessions that another transaction has locked', async ({ world }) => {
    await world.storeWithKeys('k-1', 'k-1', 'k-1')
    await world.database.transaction(async (tx) => {
      const mine = await lockSessionsToReseal(tx, { ...lockAll, batch: 2 })
      const theirs = await world.database.transaction((other) => lockSessionsToReseal(other, lockAll))
      expect([mine.length, theirs.length]).toEqual([2, 1])
    })
  })
})

describe('resealSessions', () => {
  it('replaces the bytes and the key id', async ({ world }) => {
    const stored = await world.storeWithKeys('k-1', 'k-1')
    const next = stored.map((session) => ({ ...session, resealed: randomBytes(80) }))
    expect(await resealSessions(world.database, 'k-2', next)).toBe(2)
    const found = await listSealedSessions(world.database, { afterSessionId: beforeFirstSession, batch: 9 })
    expect(found).toEqual(
      next.map(({ sessionId, userId, resealed }) => ({ sessionId, userId, keyId: 'k-2', sealedToken: resealed })),
    )
  })

  it('does not change sessions that changed or were deleted since they were read', async ({ world }) => {
    const [changed, gone, same] = await world.storeWithKeys('k-1', 'k-1', 'k-1')
    if (changed === undefined || gone === undefined || same === undefined) throw new Error('not stored')
    const inBetween = randomBytes(80)
    await resealSessions(world.database, 'k-3', [{ ...changed, resealed: inBetween }])
    await deleteSessionRow(world.database, gone.sessionId)
    const late = [changed, gone, same].map((session) => ({ ...session, resealed: randomBytes(80) }))
    expect(await resealSessions(world.database, 'k-2', late)).toBe(1)
    expect(
      (await listSealedSessions(world.database, { afterSessionId: beforeFirstSession, batch: 9 })).map(
        ({ keyId }) => keyId,
      ),
    ).toEqual(['k-3', 'k-2'])
  })

  it('accepts a full batch', async ({ world }) => {
    await world.storeWithKeys(...Array.from({ length: 200 }, () => 'k-1'))
    const resealed = await world.database.transaction(async (tx) => {
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
  it('counts sessions by key', async ({ world }) => {
    await world.storeWithKeys('k-1', 'k-2', 'k-1')
    expect(await countSessionsByKey(world.database)).toEqual([
      { keyId: 'k-1', count: 2 },
      { keyId: 'k-2', count: 1 },
    ])
  })
})

it.beforeEach(({ world }) => deleteAllSessions(world.database))

async function openWorld() {
  const data = await openData()
  const { database } = data
  async function storeWithKeys(...keyIds: string[]) {
    const sessions = await Promise.all(keyIds.map((keyId) => storeSession(database, { keyId })))
    return sessions.toSorted((left, right) => (left.sessionId < right.sessionId ? -1 : 1))
  }
  return { ...data, storeWithKeys }
}

const lockAll = { afterSessionId: beforeFirstSession, batch: 500, keyId: 'k-2' }
