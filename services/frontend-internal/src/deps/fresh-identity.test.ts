import { describe, expect } from 'vitest'
import { it, startReplica, type TestService } from '../service-test.fixture.ts'

it.beforeEach(({ service }) => service.upstream.journal.clear())
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('the role of a person in a course', () => {
  it('is the one that was read at sign-in, for five minutes', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 270)
    service.upstream.journal.clear()
    for (let turn = 0; turn < 5; turn += 1) expect(await settings(service, session)).toBe(200)
    expect(service.upstream.journal.count()).toBe(0)
  })

  it('is read again afterwards, once for all replicas', async ({ service, rows }) => {
    const session = await service.signIn(101)
    const replica = await startReplica(service)
    await rows.ageIdentity(session, 301)
    service.upstream.journal.clear()
    for (const from of [service, replica, service, replica]) expect(await settings(service, session, from)).toBe(200)
    expect(identityCalls(service)).toBe(1)
    await replica.stop()
  })

  it('is read at most once in a request', async ({ service, rows }) => {
    const [stranger, student] = [await service.signIn(105), await service.signIn(201)]
    for (const [session, path] of [
      [stranger, '/courses/11'],
      [stranger, '/courses/by-slug/programming-1'],
      [student, '/courses/11/students'],
    ] as const) {
      await rows.ageIdentity(session, 301)
      service.upstream.journal.clear()
      expect((await service.get(path, session)).status).toBeGreaterThanOrEqual(403)
      expect(identityCalls(service)).toBe(1)
    }
  })

  it('is not read by operations that need no role', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 301)
    service.upstream.journal.clear()
    for (const path of ['/preferences', '/sessions', '/courses/all'])
      await expect(service.get(path, session)).toBeReply(200)
    expect(identityCalls(service)).toBe(0)
  })

  it('is read once for twenty requests at the same time', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 301)
    service.upstream.journal.clear()
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 400 } })
    const statuses = await Promise.all(Array.from({ length: 20 }, () => settings(service, session)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(identityCalls(service)).toBe(1)
  })

  it("is read for each session separately, with the session's own token", async ({ service, rows }) => {
    const sessions = await Promise.all([201, 202, 203].map((userId) => service.signIn(userId)))
    for (const session of sessions) await rows.ageIdentity(session, 301)
    service.upstream.journal.clear()
    await Promise.all(sessions.map((session) => service.get('/courses', session)))
    expect(service.upstream.journal.entries.map(({ userId }) => userId).toSorted()).toEqual([201, 202, 203])
  })

  it('is still read for other requests if the first client leaves', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 301)
    service.upstream.journal.clear()
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 400 } })
    const leaving = new AbortController()
    const first = service.request('GET', '/courses', { session, signal: leaving.signal }).catch(() => 'left')
    await service.upstream.journal.waitFor({ path: '/api/v2/users/me' }, 60_000)
    const others = Promise.all(Array.from({ length: 5 }, () => settings(service, session)))
    leaving.abort()
    expect(await first).toBe('left')
    expect(await others).toEqual([200, 200, 200, 200, 200])
    expect(identityCalls(service)).toBe(1)
  })

  it('changes with the next reading, with lost and new rights', async ({ service, rows }) => {
    const [teacher, assistant] = [await service.signIn(101), await service.signIn(102)]
    service.upstream.world.setRole(11, 101, 'assistant')
    service.upstream.world.setRole(11, 102, 'teacher')
    expect([await settings(service, teacher), await settings(service, assistant)]).toEqual([200, 403])
    for (const session of [teacher, assistant]) await rows.ageIdentity(session, 301)
    expect([await settings(service, teacher), await settings(service, assistant)]).toEqual([403, 200])
    service.upstream.world.setRole(11, 101, 'teacher')
    service.upstream.world.setRole(11, 102, 'assistant')
  })

  it('is not cached after a failed reading', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 301)
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 500 } })
    expect([await settings(service, session), await settings(service, session)]).toEqual([502, 200])
  })
})

const identityCalls = (service: TestService): number => service.upstream.journal.count({ path: '/api/v2/users/me' })

const settings = async (service: TestService, session: string, from = service): Promise<number> =>
  (await from.get('/courses/11/settings', session)).status
