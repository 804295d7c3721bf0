import { randomBytes, randomUUID } from 'node:crypto'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { ageSession, nextUserId, storeSession } from '../testing/a-session.ts'
import { openObserved } from '../testing/open-settings.ts'
import { createUseSession } from './use-session.ts'

const testDatabase = await createTestDatabase()
const pools = await Promise.all([1, 2].map(() => openObserved(testDatabase.urls.frontendInternal, 10)))
const [{ database }, { database: elsewhere }] = pools as [(typeof pools)[0], (typeof pools)[0]]
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all([database.end(), elsewhere.end(), owner.end()])
  await testDatabase.drop()
})

const idsOf = async (userId: number) =>
  (await owner.query<{ id: string }>('SELECT session_id AS id FROM session WHERE user_id = $1', [userId])).rows.map(
    ({ id }) => id,
  )

/** Sessions of one person, each last used a minute after the one before it. */
async function storeMany(userId: number, count: number) {
  const sessions = []
  for (let index = 0; index < count; index += 1) {
    const session = await storeSession(database, { userId })
    await ageSession(owner, session.sessionId, (count - index) * 60)
    sessions.push(session)
  }
  return sessions
}

describe('insertSession', () => {
  it('counts only live sessions, and does not change expired ones', async () => {
    const userId = nextUserId()
    const sessions = await storeMany(userId, 10)
    for (const { sessionId } of sessions.slice(0, 3)) await ageSession(owner, sessionId, 7_200)
    for (let index = 0; index < 3; index += 1) expect((await storeSession(database, { userId })).evicted).toBe(0)
    expect(await idsOf(userId)).toHaveLength(13)
    expect((await storeSession(database, { userId })).evicted).toBe(1)
  })

  it('never gives a person more than ten sessions, with forty created at the same time by two processes', async () => {
    const userId = nextUserId()
    let most = 0
    let over = false
    const watching = (async () => {
      while (!over) most = Math.max(most, (await idsOf(userId)).length)
    })()
    const stored = await Promise.all(
      Array.from({ length: 40 }, (_, index) => storeSession(index % 2 === 0 ? database : elsewhere, { userId })),
    )
    over = true
    await watching
    expect(most).toBeLessThanOrEqual(10)
    expect(await idsOf(userId)).toHaveLength(10)
    expect(stored.reduce((sum, { evicted }) => sum + evicted, 0)).toBe(30)
  })

  it.each([
    ['a hash of 31 bytes', { idHash: randomBytes(31) }, 'session__id_hash__sha256'],
    ['a malformed key id', { keyId: 'K 1' }, 'session__key_id__form'],
    ['nobody', { userId: 0 }, 'session__user_id__range'],
    ['a lifetime of zero', { maxS: 0 }, 'session__expires_at__after_created_at'],
  ])('rejects %s', async (_name, change, constraint) => {
    await expect(storeSession(database, change)).rejects.toMatchObject({ constraint })
  })

  it.each([
    ['a hash', { idHash: randomBytes(32) }, 'session__id_hash__key'],
    ['an id', { sessionId: randomUUID() }, 'session__pkey'],
  ])('rejects %s that is already stored', async (_name, change, constraint) => {
    await storeSession(database, change)
    await expect(storeSession(database, change)).rejects.toMatchObject({ constraint })
  })
})
