import { afterEach, afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeDelivery } from '../delivery/deliveries.fixture.ts'
import { ask, operations, verdictOf } from '../every-operation.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf, type SessionRows } from '../sessions/session-rows.fixture.ts'

const oldS = 301
let service: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startTestService()
  rows = sessionRowsOf(service)
  await placeDelivery(service)
})
afterEach(() => service.upstream.faults.clear())
afterAll(() => service.stop())

async function oldSession(userId: number): Promise<string> {
  const session = await service.signIn(userId)
  await rows.ageIdentity(session, oldS)
  return session
}

describe('while the learning platform is down', () => {
  const asked = operations.filter(([, { problems }]) => problems.includes('upstream_unavailable'))
  const others = operations.filter(([, { problems }]) => !problems.includes('upstream_unavailable'))

  it.each(others)('%s goes on', async (...operation) => {
    const session = await oldSession(101)
    service.upstream.faults.add({ path: '/**', action: { kind: 'reset_before_body' } })
    const answer = await ask(service, operation, { session })
    expect(Object.keys(operation[1].replies)).toContain(String(answer.status))
    expect(answer.ok).toBe(true)
    await answer.body?.cancel()
  })

  let sessionBefore: string
  beforeAll(async () => {
    sessionBefore = await oldSession(104)
  })

  // After some of these the breaker is open, and what it refuses is refused alike.
  it.each(asked)('%s says so, and ends no session', async (...operation) => {
    const session = sessionBefore
    service.upstream.faults.add({ path: '/**', action: { kind: 'status', status: 503 } })
    expect(await verdictOf(await ask(service, operation, { session }))).toEqual([502, 'upstream_unavailable'])
    expect(await rows.exists(session)).toBe(true)
  })
})

describe('an answer of the learning platform that is none', () => {
  it.each<[what: string, action: Parameters<TestService['upstream']['faults']['add']>[0]['action']]>([
    ['403', { kind: 'status', status: 403 }], ['404', { kind: 'status', status: 404 }], ['429', { kind: 'status', status: 429, retryAfterS: 7 }],
    ['an HTML page', { kind: 'status', status: 200, contentType: 'text/html', body: '<html>' }],
    ['other JSON', { kind: 'status', status: 200, contentType: 'application/json', body: '{"id":"x"}' }],
    ['a redirect', { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' }],
    ['half an answer', { kind: 'half_answer' }], ['a reset', { kind: 'reset_after_body' }], ['silence', { kind: 'never_answer' }],
  ])('(%s) is 502 where a role is needed, goes unnoticed where none is, and ends no session', async (_what, action) => {
    const fresh = await startTestService({ UPSTREAM_TIMEOUT_MS: '2000' })
    const freshRows = sessionRowsOf(fresh)
    const session = await fresh.signIn(101)
    await freshRows.ageIdentity(session, oldS)
    fresh.upstream.faults.add({ path: '/api/v2/users/me', action })
    const answer = await fresh.request('GET', '/courses/11/settings', { session })
    expect(answer.headers.get('retry-after')).toBe(action.kind === 'status' && action.retryAfterS !== undefined ? String(action.retryAfterS) : null)
    expect(await verdictOf(answer)).toEqual([502, 'upstream_unavailable'])
    const known = await fresh.request('GET', '/session', { session })
    expect([known.status, await known.json()]).toMatchObject([200, { user: { userId: 101 }, courses: [{ courseId: 11, roles: ['teacher'] }, { courseId: 12 }] }])
    fresh.upstream.faults.clear()
    expect(await verdictOf(await fresh.request('GET', '/courses/11/settings', { session }))).toEqual([200, undefined])
    await fresh.stop()
  })
})
