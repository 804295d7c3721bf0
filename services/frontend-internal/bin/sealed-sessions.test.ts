import { resealAll, verifySealed } from '@course-grading/jobs/reseal-all'
import { createDatabase } from '@course-grading/data/db/database'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseOfFile } from './command.fixture.ts'
import { sealedSessions } from './sealed-sessions.ts'
import { knownSessions, lostKey, newKey, oldKey, sealerOf, storeSessions } from './stored-sessions.fixture.ts'

const { owner, url } = await databaseOfFile()

describe('re-sealing all sessions', () => {
  it('seals all sessions of other keys again, and reports its progress; then the first key is enough to open them', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(250))
    await storeSessions(owner, onlyNew, knownSessions(20))
    expect(await reseal()).toEqual({ left: 0, shown: [100, 200, 250] })
    expect(await verifySealed(database, sealedSessions, onlyNew)).toEqual({ opened: 270, otherKey: 0, corrupt: 0 })
  })

  it('keeps the sealed tokens', async () => {
    const [session] = knownSessions(1)
    if (session === undefined) throw new Error('no session')
    await storeSessions(owner, sealerOf(oldKey), [session])
    await reseal()
    const {
      rows: [row],
    } = await owner.query<{ sealed: Buffer }>('SELECT sealed_token AS sealed FROM session')
    expect(onlyNew.open(row?.sealed ?? Buffer.alloc(0), [session.sessionId, String(session.userId)])).toEqual({
      ok: true,
      plaintext: session.token,
    })
  })

  it('writes nothing if no session needs it', async () => {
    await storeSessions(owner, onlyNew, knownSessions(3))
    const rows = async () => (await owner.query('SELECT xmin::text FROM session ORDER BY session_id')).rows
    const before = await rows()
    expect(await reseal()).toEqual({ left: 0, shown: [] })
    expect(await rows()).toEqual(before)
  })

  it('does not change sessions that cannot be opened, and prints how many', async () => {
    const sessions = knownSessions(5)
    await storeSessions(owner, sealerOf(oldKey), sessions)
    await owner.query('UPDATE session SET user_id = 102 WHERE session_id = $1', [sessions[2]?.sessionId])
    await storeSessions(owner, sealerOf(lostKey), knownSessions(2))
    expect(await reseal()).toEqual({ left: 3, shown: [4] })
    const { rows } = await owner.query(
      'SELECT key_id AS key, count(*)::integer FROM session GROUP BY key_id ORDER BY key_id',
    )
    expect(rows).toEqual([
      { key: 'k-0', count: 2 },
      { key: 'k-1', count: 1 },
      { key: 'k-2', count: 4 },
    ])
  })

  it('tries locked sessions again later', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(50))
    await owner.query('BEGIN')
    await owner.query('SELECT FROM session ORDER BY session_id LIMIT 20 FOR UPDATE')
    const shown: number[] = []
    const left = await resealAll(database, sealedSessions, sealer, (resealed) => {
      shown.push(resealed)
      if (resealed === 30) void owner.query('ROLLBACK')
    })
    expect({ left, shown }).toEqual({ left: 0, shown: [30, 50] })
  })

  it('stops after the last pass if sessions stay locked', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(3))
    await owner.query('BEGIN')
    await owner.query('SELECT FROM session ORDER BY session_id LIMIT 2 FOR UPDATE')
    expect(await reseal()).toEqual({ left: 2, shown: [1] })
    await owner.query('ROLLBACK')
  })

  it('shares the work with other runs at the same time', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(600))
    const [first, second, third] = await Promise.all([reseal(), reseal(), reseal()])
    expect([first.left, second.left, third.left]).toEqual([0, 0, 0])
    expect([first, second, third].reduce((sum, { shown }) => sum + (shown.at(-1) ?? 0), 0)).toBe(600)
    expect(await verifySealed(database, sealedSessions, onlyNew)).toEqual({ opened: 600, otherKey: 0, corrupt: 0 })
  })
})

describe('verifying all sessions', () => {
  it('counts sessions that another key sealed, even if the ring has that key', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(2))
    await storeSessions(owner, onlyNew, knownSessions(3))
    expect(await verifySealed(database, sealedSessions, sealer)).toEqual({ opened: 3, otherKey: 2, corrupt: 0 })
  })

  it('checks both the key column and the sealed bytes', async () => {
    await storeSessions(owner, sealerOf(oldKey), knownSessions(1))
    await owner.query(`UPDATE session SET key_id = 'k-2'`)
    await storeSessions(owner, onlyNew, knownSessions(1))
    await owner.query(`UPDATE session SET key_id = 'k-1' WHERE sealed_token > '\\x01036b2d32'`)
    expect(await verifySealed(database, sealedSessions, onlyNew)).toEqual({ opened: 0, otherKey: 2, corrupt: 0 })
  })

  it('counts sessions that the first key should open but does not', async () => {
    await storeSessions(owner, onlyNew, knownSessions(120))
    await owner.query(
      'UPDATE session SET user_id = 102 WHERE session_id = (SELECT max(session_id::text)::uuid FROM session)',
    )
    expect(await verifySealed(database, sealedSessions, onlyNew)).toEqual({ opened: 119, otherKey: 0, corrupt: 1 })
  })
})

const database = await createDatabase({ url, applicationName: 'rotation', poolMax: 4 })
afterAll(() => database.end())
beforeEach(() => owner.query('DELETE FROM session'))

const sealer = sealerOf(newKey, oldKey)
const onlyNew = sealerOf(newKey)
const reseal = async () => {
  const shown: number[] = []
  const left = await resealAll(database, sealedSessions, sealer, (resealed) => shown.push(resealed))
  return { left, shown }
}
