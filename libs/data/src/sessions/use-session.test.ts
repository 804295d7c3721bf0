import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { ageSession, storeSession } from '../testing/a-session.ts'
import type { NewSession } from './insert-session.ts'
import { deleteSessionRow } from './session-queries.ts'
import { createUseSession, type SessionUse } from './use-session.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('createUseSession', () => {
  it('returns the stored values, with the identity byte for byte', async ({ world }) => {
    const stored = await storeSession(world.database, { identity: '{ "user": {"userId": 1.0},\n"a":1, "a":2 }' })
    const { sessionId, userId, identity, sealedToken, createdAt, expiresAt } = stored
    const used = await world.use(stored)
    expect(used).toEqual({
      state: 'live',
      session: {
        sessionId,
        userId,
        identity,
        identityAt: createdAt,
        identityAgeS: expect.any(Number),
        sealedToken,
        createdAt,
        expiresAt,
        preferences: null,
      },
    })
    expect(ageOf(used)).toBeLessThan(300)
  })

  it('runs one query for sessions that are used at the same time, and gives each caller its own', async ({ world }) => {
    const stored = [
      await storeSession(world.database),
      await storeSession(world.database),
      await storeSession(world.database, { idleS: 600 }),
    ]
    await ageSession(world.owner, stored[2]?.sessionId ?? '', 8_000)
    const useOne = createUseSession(world.database, { idleS: 7_200 })
    world.statements.length = 0
    const asked = [...stored, ...stored].map(({ idHash }) => useOne(idHash))
    const replies = await Promise.all([...asked, useOne(randomBytes(32))])
    const expected = [
      ...stored
        .slice(0, 2)
        .map(({ sessionId }) => ({ state: 'live', session: expect.objectContaining({ sessionId }) })),
      { state: 'expired' },
    ]
    expect(replies).toEqual([...expected, ...expected, null])
    expect(world.statements).toHaveLength(1)
  })

  it('never finds a session that ended before the call, even if a query is under way', async ({ world }) => {
    const useOne = createUseSession(world.database, { idleS: 7_200 })
    for (let round = 0; round < raceRounds; round += 1) {
      const stored = await storeSession(world.database)
      let ended = false
      const others = Array.from({ length: 4 }, async () => {
        while (!ended) await useOne(stored.idHash)
      })
      await deleteSessionRow(world.elsewhere, stored.sessionId)
      expect(await useOne(stored.idHash)).toBeNull()
      ended = true
      await Promise.all(others)
    }
  })

  it('returns expired at the absolute end of the session, even if it is in use', async ({ world }) => {
    const stored = await storeSession(world.database, { maxS: 1_000, idleS: 600 })
    for (const seconds of [500, 450]) {
      await ageSession(world.owner, stored.sessionId, seconds)
      expect(await world.use(stored)).toEqual(live)
    }
    await ageSession(world.owner, stored.sessionId, 50)
    expect(await world.use(stored)).toEqual({ state: 'expired' })
  })

  it('writes the use of a session if the last written use is at least a minute ago', async ({ world }) => {
    const stored = await storeSession(world.database)
    await ageSession(world.owner, stored.sessionId, 50)
    const before = await world.rowOf(stored)
    await world.use(stored)
    expect((await world.rowOf(stored))?.version).toBe(before?.version)
    await ageSession(world.owner, stored.sessionId, 10)
    await world.use(stored)
    expect((await world.rowOf(stored))?.unusedS).toBeLessThan(50)
  })

  it('writes the use of a session once for many requests at the same time', async ({ world }) => {
    const stored = await storeSession(world.database)
    await world.owner.query('CREATE TABLE written ()')
    await world.owner.query(`CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS 'BEGIN INSERT INTO written DEFAULT VALUES; RETURN NULL; END'`)
    await ageSession(world.owner, stored.sessionId, 120)
    await world.owner.query(
      'CREATE TRIGGER count_write AFTER UPDATE ON session FOR EACH ROW EXECUTE FUNCTION count_write()',
    )
    const used = await Promise.all(
      Array.from({ length: 40 }, (_, index) => world.use(stored, index % 2 === 0 ? world.database : world.elsewhere)),
    )
    await world.owner.query('DROP TRIGGER count_write ON session')
    expect(used).toEqual(Array.from({ length: 40 }, () => live))
    expect((await world.owner.query('SELECT FROM written')).rowCount).toBe(1)
  })

  it('writes the use of a session earlier if unused sessions end within two minutes', async ({ world }) => {
    const stored = await storeSession(world.database, { idleS: 60 })
    await ageSession(world.owner, stored.sessionId, 40)
    await world.use(stored)
    await ageSession(world.owner, stored.sessionId, 40)
    expect(await world.use(stored)).toEqual(live)
  })

  it('does not write to an expired session', async ({ world }) => {
    const stored = await storeSession(world.database)
    await ageSession(world.owner, stored.sessionId, 8_000)
    const before = await world.rowOf(stored)
    await world.use(stored)
    expect((await world.rowOf(stored))?.version).toBe(before?.version)
  })

  it('does not wait if the row is locked', async ({ world }) => {
    const stored = await storeSession(world.database)
    await ageSession(world.owner, stored.sessionId, 120)
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM session WHERE session_id = $1 FOR UPDATE', [stored.sessionId])
    expect(await world.use(stored)).toEqual(live)
    await world.owner.query('ROLLBACK')
  })
})

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
  const use = ({ idHash, idleS }: Pick<NewSession, 'idHash' | 'idleS'>, through = database) =>
    createUseSession(through, { idleS })(idHash)
  /** The last use of a session, and the version of its row, which changes only with a write. */
  async function rowOf({ sessionId }: NewSession) {
    const { rows } = await owner.query<{ version: string; unusedS: number }>(
      `
    SELECT xmin::text AS version, extract(epoch FROM now() - last_used_at)::float8 AS "unusedS"
    FROM session WHERE session_id = $1`,
      [sessionId],
    )
    return rows[0]
  }
  return { ...data, use, rowOf }
}

const live = expect.objectContaining({ state: 'live' })
const ageOf = (used: SessionUse | null) => (used?.state === 'live' ? used.session.identityAgeS : Number.NaN)
