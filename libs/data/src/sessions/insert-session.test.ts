import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { ageSession, nextUserId, storeSession } from '../testing/a-session.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('insertSession', () => {
  it('ends the session that was unused for the longest time if the person has ten, and nobody else', async ({
    world,
  }) => {
    const [userId, theirs] = [nextUserId(), nextUserId()]
    await world.storeMany(theirs, 10)
    const [first, , ...rest] = await world.storeMany(userId, 10)
    // This session is the oldest, but was used last.
    await world.owner.query('UPDATE session SET last_used_at = now() WHERE session_id = $1', [first?.sessionId])
    const stored = await storeSession(world.elsewhere, { userId })
    expect(stored.evicted).toBe(1)
    expect(new Set(await world.idsOf(userId))).toEqual(
      new Set([first, ...rest, stored].map((session) => session?.sessionId)),
    )
    expect(await world.idsOf(theirs)).toHaveLength(10)
  })

  it('counts only live sessions, and does not change expired ones', async ({ world }) => {
    const userId = nextUserId()
    const sessions = await world.storeMany(userId, 10)
    for (const { sessionId } of sessions.slice(0, 3)) await ageSession(world.owner, sessionId, 7_200)
    for (let index = 0; index < 3; index += 1) expect((await storeSession(world.database, { userId })).evicted).toBe(0)
    expect(await world.idsOf(userId)).toHaveLength(13)
    expect((await storeSession(world.database, { userId })).evicted).toBe(1)
  })

  it('never gives a person more than ten sessions, with forty created at the same time by two processes', async ({
    world,
  }) => {
    const userId = nextUserId()
    let most = 0
    let over = false
    const watching = (async () => {
      while (!over) most = Math.max(most, (await world.idsOf(userId)).length)
    })()
    const stored = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        storeSession(index % 2 === 0 ? world.database : world.elsewhere, { userId }),
      ),
    )
    over = true
    await watching
    expect(most).toBeLessThanOrEqual(10)
    expect(await world.idsOf(userId)).toHaveLength(10)
    expect(stored.reduce((sum, { evicted }) => sum + evicted, 0)).toBe(30)
  })

  it.for([
    ['a hash of 31 bytes', { idHash: randomBytes(31) }, 'session__id_hash__sha256'],
    ['a malformed key id', { keyId: 'K 1' }, 'session__key_id__form'],
    ['nobody', { userId: 0 }, 'session__user_id__range'],
    ['a lifetime of zero', { maxS: 0 }, 'session__expires_at__after_created_at'],
  ] as const)('rejects %s', async ([_name, change, constraint], { world }) => {
    await expect(storeSession(world.database, change)).rejects.toMatchObject({ constraint })
  })

  it.for([
    ['a hash', { idHash: randomBytes(32) }, 'session__id_hash__key'],
    ['an id', { sessionId: randomUUID() }, 'session__pkey'],
  ] as const)('rejects %s that is already stored', async ([_name, change, constraint], { world }) => {
    await storeSession(world.database, change)
    await expect(storeSession(world.database, change)).rejects.toMatchObject({ constraint })
  })
})

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
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
  return { ...data, idsOf, storeMany }
}
