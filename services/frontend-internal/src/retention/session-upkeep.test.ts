import { createLogger } from '@course-grading/http-kit'
import { describe, expect, vi } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf } from '../sessions/session-rows.fixture.ts'
import { type SessionUpkeep, startSessionUpkeep } from './session-upkeep.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(startTestService)

describe('the upkeep of sessions', () => {
  it('deletes what was known of tokens for twelve hours', async ({ service }) => {
    await service.signIn(105)
    await ownerQuery(
      service,
      `INSERT INTO known_token (digest, known_until)
      SELECT sha256(number::text::bytea), now() - interval '1 second' FROM generate_series(1, 600) AS number`,
    )
    await letLeaseRunOut(service)
    start(service)
    await vi.waitFor(
      async () =>
        expect(await ownerQuery(service, 'SELECT known_until > now() AS is_known FROM known_token')).toEqual([
          { is_known: true },
        ]),
      { timeout: 60_000 },
    )
    await ownerQuery(service, 'DELETE FROM session')
  })

  it('deletes only sessions that ended more than a day ago, in several batches', async ({ service }) => {
    const rows = sessionRowsOf(service)
    const [live, expired, kept, unused] = [
      await service.signIn(101),
      await service.signIn(101),
      await service.signIn(101),
      await service.signIn(101),
    ]
    const dayS = 86_400
    await rows.age(expired, 43_200 + dayS + 60)
    await rows.age(kept, 43_200 + dayS - 60)
    await rows.leaveUnused(kept, -43_200)
    await rows.leaveUnused(unused, 7200 + dayS + 60)
    await ownerQuery(
      service,
      `
      INSERT INTO session (session_id, id_hash, user_id, identity, identity_at, sealed_token, key_id, created_at, last_used_at, expires_at)
      SELECT gen_random_uuid(), sha256(number::text::bytea), 999, '{}', at, '\\x00', 'dev', at, at, at + interval '12 hours'
      FROM generate_series(1, 1300) AS number, LATERAL (SELECT now() - interval '3 days' AS at) AS long_ago`,
    )
    await letLeaseRunOut(service)
    const upkeep = start(service)
    await vi.waitFor(async () => expect(await count(service)).toBe(2), { timeout: 60_000 })
    expect([await rows.exists(live), await rows.exists(kept)]).toEqual([true, true])
    await vi.waitFor(() => expect([upkeep.deletedSessions, upkeep.liveSessions]).toEqual([1302, 1]), {
      timeout: 60_000,
    })
  })

  it('runs on one of all replicas', async ({ service }) => {
    await letLeaseRunOut(service)
    const rows = sessionRowsOf(service)
    const sessions = [await service.signIn(102), await service.signIn(102)]
    for (const session of sessions) await rows.age(session, 200_000)
    const replicas = [start(service), start(service), start(service)]
    await vi.waitFor(async () => expect(await rows.countOf(102)).toBe(0), { timeout: 60_000 })
    await vi.waitFor(
      () => expect(replicas.map(({ deletedSessions }) => deletedSessions).toSorted()).toEqual([0, 0, 2]),
      { timeout: 60_000 },
    )
  })

  it('goes on after a failure', async ({ service }) => {
    const upkeep = start(service)
    await vi.waitFor(() => expect(upkeep.liveSessions).toBeGreaterThan(0), { timeout: 60_000 })
    await ownerQuery(service, 'ALTER TABLE session RENAME TO session_away')
    const before = upkeep.liveSessions
    await vi.waitFor(() => expect(logLines.join('')).toContain('"job":"live_sessions"'), { timeout: 60_000 })
    await ownerQuery(service, 'ALTER TABLE session_away RENAME TO session')
    await service.signIn(103)
    await vi.waitFor(() => expect(upkeep.liveSessions).toBe(before + 1), { timeout: 60_000 })
  })
})

const running: SessionUpkeep[] = []

let stopping = new AbortController()

it.afterEach(async () => {
  stopping.abort()
  stopping = new AbortController()
  await Promise.all(running.splice(0).map(({ ended }) => ended))
})

const logLines: string[] = []

const start = (service: TestService): SessionUpkeep => {
  const logger = createLogger({
    service: 'upkeep',
    version: 'test',
    level: 'debug',
    stream: { write: (line) => void logLines.push(line) },
  })
  const upkeep = startSessionUpkeep({
    database: service.deps.database,
    logger,
    stopping: stopping.signal,
    idleS: 7200,
    everyMs: 50,
  })
  running.push(upkeep)
  return upkeep
}

/** Changes the lease as if the last deletion by any process had been long ago. */
const letLeaseRunOut = (service: TestService): Promise<unknown> => ownerQuery(service, 'DELETE FROM timer_lease')

const count = async (service: TestService): Promise<number> =>
  Number((await ownerQuery(service, 'SELECT count(*) FROM session'))[0]?.['count'])
