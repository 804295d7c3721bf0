import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect } from 'vitest'
import {
  ask,
  type NamedOperation,
  type OperationName,
  ofSession,
  operations,
  verdictOf,
} from '../every-operation.fixture.ts'
import { itOn, startReplica, startTestService, type TestService } from '../service-test.fixture.ts'
import { type SessionRows, sessionRowsOf } from '../sessions/session-rows.fixture.ts'
import { startWithoutSnapshot } from '../tested-boundary.fixture.ts'
import { ownCalls } from './own-calls.fixture.ts'

const it = itOn(startWithoutSnapshot)
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('while the learning platform is down', () => {
  const asked = operations.filter(([, { problems }]) => problems.includes('upstream_unavailable'))
  const others = operations.filter(([, { problems }]) => !problems.includes('upstream_unavailable'))

  it.for(others)('%s succeeds', async (operation, { service, rows }) => {
    const session = await oldSession(service, rows, 101)
    service.upstream.faults.add({ path: '/**', action: { kind: 'reset_before_body' } })
    const reply = await ask(service, operation, { session })
    expect(Object.keys(operation[1].replies)).toContain(String(reply.status))
    expect(reply.ok).toBe(true)
    await reply.body?.cancel()
  })

  // After some of these calls the breaker is open. Calls that it rejects fail in the same way.
  it.for(asked)('%s fails, and ends no session', async (operation, { service, rows, otherTeacher: session }) => {
    await rows.ageIdentity(session, oldS)
    service.upstream.faults.add({ path: '/**', action: { kind: 'status', status: 503 } })
    await expect(ask(service, operation, { session })).toBeProblem(502, 'upstream_unavailable')
    expect(await rows.exists(session)).toBe(true)
  })
})

describe('a reply of the learning platform that A+ would not send', () => {
  it.each<[what: string, action: Parameters<TestService['upstream']['faults']['add']>[0]['action']]>([
    ['403', { kind: 'status', status: 403 }],
    ['404', { kind: 'status', status: 404 }],
    ['429', { kind: 'status', status: 429, retryAfterS: 7 }],
    ['an HTML page', { kind: 'status', status: 200, contentType: 'text/html', body: '<html>' }],
    ['other JSON', { kind: 'status', status: 200, contentType: 'application/json', body: '{"id":"x"}' }],
    ['a redirect', { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' }],
    ['half a reply', { kind: 'half_answer' }],
    ['a reset', { kind: 'reset_after_body' }],
    ['silence', { kind: 'never_answer' }],
  ])('(%s) causes 502 if a role is needed, has no effect otherwise, and ends no session', async (_what, action) => {
    const fresh = await startTestService({ UPSTREAM_TIMEOUT_MS: '2000' })
    const freshRows = sessionRowsOf(fresh)
    const session = await fresh.signIn(101)
    await freshRows.ageIdentity(session, oldS)
    fresh.upstream.faults.add({ path: '/api/v2/users/me', action })
    const reply = await fresh.get('/courses/11/settings', session)
    expect(reply.headers.get('retry-after')).toBe(
      action.kind === 'status' && action.retryAfterS !== undefined ? String(action.retryAfterS) : null,
    )
    await expect(reply).toBeProblem(502, 'upstream_unavailable')
    await expect(fresh.get('/session', session)).toBeReply(200, {
      user: { userId: 101 },
      courses: [{ courseId: 11, roles: ['teacher'] }, { courseId: 12 }],
    })
    fresh.upstream.faults.clear()
    await expect(fresh.get('/courses/11/settings', session)).toBeReply(200)
    await fresh.stop()
  })
})

describe('a failed call to the learning platform, with a known identity', () => {
  const calls = [['createSession', 105, '/api/v2/users/me'] as const, ...ownCalls]
  const named = (name: OperationName): NamedOperation => [name, frontendInternal.operations[name]]
  // Failures count for each process, so with a replica for each test no call is rejected because earlier ones failed.
  const replicas: TestService[] = []
  const ownReplica = async (service: TestService, env?: Record<string, string>): Promise<TestService> => {
    const replica = await startReplica(service, env)
    replicas.push(replica)
    return replica
  }
  // The replicas are stopped, since together they need more connections than the database allows.
  it.afterEach(async () => void (await Promise.all(replicas.splice(0).map((replica) => replica.stop()))))

  it.for(calls)('makes %s by %i fail at %s, and ends no session', async ([name, userId, path], { service, rows }) => {
    const replica = await ownReplica(service)
    const session = await replica.signIn(userId)
    for (const action of [{ kind: 'reset_before_body' }, { kind: 'status', status: 500 }] as const) {
      service.upstream.journal.clear()
      service.upstream.faults.add({ path, action })
      await expect(ask(replica, named(name), { session })).toBeProblem(502, 'upstream_unavailable')
      expect(
        service.upstream.journal.entries.filter(({ fault }) => fault !== null).map((entry) => entry.path),
      ).toContain(path)
      service.upstream.faults.clear()
    }
    expect(await rows.exists(session)).toBe(true)
  })

  it('has the same effect if it is slow instead', async ({ service, rows }) => {
    const signInReplica = await ownReplica(service)
    // One session for each person, who may have only a limited number.
    const sessions = new Map<number, Promise<string>>()
    const asked = await Promise.all(
      calls.map(async ([name, userId]) => ({
        name,
        replica: await ownReplica(service, { UPSTREAM_TIMEOUT_MS: '500' }),
        session: await sessions.getOrInsertComputed(userId, () => signInReplica.signIn(userId)),
      })),
    )
    for (const [, , path] of calls) service.upstream.faults.add({ path, action: { kind: 'never_answer' } })
    const replies = await Promise.all(
      asked.map(
        async ({ name, replica, session }) =>
          [name, session, ...(await verdictOf(await ask(replica, named(name), { session })))] as const,
      ),
    )
    for (const [name, session, ...verdict] of replies) {
      expect([name, ...verdict]).toEqual([name, 502, 'upstream_unavailable'])
      expect(await rows.exists(session)).toBe(true)
    }
  })

  it('occurs in no other operation', async ({ service }) => {
    const replica = await ownReplica(service)
    const session = await replica.signIn(101)
    service.upstream.journal.clear()
    service.upstream.faults.add({ path: '/**', action: { kind: 'reset_before_body' } })
    // An archive does not fail, but leaves out what it cannot read.
    const calling = new Set<string>([...calls.map(([name]) => name), 'getExerciseArchive'])
    const others = ofSession.filter(([name]) => !calling.has(name))
    // Signing out comes last, since it ends the session.
    for (const operation of others.toSorted(([name]) => (name === 'deleteSession' ? 1 : -1))) {
      const [status] = await verdictOf(await ask(replica, operation, { session }))
      expect([operation[0], status]).not.toEqual([operation[0], expect.toBeOneOf([401, 502])])
    }
    expect(service.upstream.journal.entries).toEqual([])
  })
})

/** Older than a stored identity may be where a role is needed. */
const oldS = 301

async function oldSession(service: TestService, rows: SessionRows, userId: number): Promise<string> {
  const session = await service.signIn(userId)
  await rows.ageIdentity(session, oldS)
  return session
}
