import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect } from 'vitest'
import { ask, type NamedOperation, oneOfEachKind, type OperationName, ofSession } from '../every-operation.fixture.ts'
import { ownCalls } from './own-calls.fixture.ts'
import type { SessionRows } from '../sessions/session-rows.fixture.ts'
import { startWithoutSnapshot } from '../tested-boundary.fixture.ts'
import { itOn, startReplica, type TestService } from '../service-test.fixture.ts'

const it = itOn(startWithoutSnapshot)
it.beforeEach(({ service }) => service.upstream.faults.clear())
const refusable = oneOfEachKind(ofSession.filter(([, { problems }]) => problems.includes('invalid_upstream_token')))

describe('a token that the learning platform refuses', () => {
  // Each case uses another student of another course, so that no other case needs the revoked token.
  it.for(refusable.map((operation, index) => [...operation, 301 + index] as const))(
    'ends the session in %s',
    async ([name, operation, userId], { service, replica, rows }) => {
      const session = await service.signIn(userId)
      await rows.ageIdentity(session, oldS)
      service.upstream.world.revokeToken(userId)
      await expect(ask(service, [name, operation], { session })).toBeProblem(401, 'invalid_upstream_token')
      await expectEnded(service, replica, rows, session)
    },
  )

  it.for(ownCalls)(
    'also ends the session if %s by %i notices the refusal only at %s',
    async ([name, userId, path], { service, replica, rows }) => {
      const session = await service.signIn(userId)
      service.upstream.faults.add({ path, action: { kind: 'status', status: 401 } })
      await expect(ask(service, named(name), { session })).toBeProblem(401, 'invalid_upstream_token')
      await expectEnded(service, replica, rows, session)
    },
  )

  it('ends only one session, and logs that', async ({ service, replica, rows }) => {
    const [session, other] = [await service.signIn(204), await service.signIn(204)]
    await rows.ageIdentity(session, oldS)
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 401 } })
    await expect(service.get('/courses', session)).toBeReply(401)
    await expectEnded(service, replica, rows, session)
    await expect(service.get('/courses', other)).toBeReply(200)
    const lines = service.logLines.filter((line) => line.includes('"token_refused"') && line.includes('"userId":204'))
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['session_ended'])
  })

  it('stores nothing at a sign-in with the token, and logs the refusal', async ({ service, rows }) => {
    const before = service.logLines.length
    await expect(service.request('POST', '/sessions', { body: { token: 'f'.repeat(40) } })).toBeProblem(
      401,
      'invalid_upstream_token',
    )
    service.upstream.world.setActive(203, false)
    await expect(service.request('POST', '/sessions', { body: { token: '00cb'.repeat(10) } })).toBeProblem(
      401,
      'invalid_upstream_token',
    )
    expect(await rows.countOf(203)).toBe(0)
    const rejections = service.logLines
      .slice(before)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'token_refused')
    expect(rejections).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ level: 'warn', requestId: expect.any(String) })),
    )
  })
})

describe('a token that cannot be unsealed', () => {
  it('because it is of another session ends the session, before any call', async ({ service, replica, rows }) => {
    const [session, other] = [await service.signIn(201), await service.signIn(202)]
    await rows.swapTokens(session, other)
    for (const swapped of [session, other]) await rows.ageIdentity(swapped, oldS)
    service.upstream.journal.clear()
    for (const swapped of [session, other]) {
      await expect(service.get('/courses', swapped)).toBeProblem(401, 'invalid_upstream_token')
      await expectEnded(service, replica, rows, swapped)
    }
    expect(service.upstream.journal.count()).toBe(0)
  })

  it.for([
    [
      'a flipped bit',
      'set_bit(sealed_token, 8 * (length(sealed_token) - 1), 1 - get_bit(sealed_token, 8 * (length(sealed_token) - 1)))',
    ],
    ['a missing byte', 'substring(sealed_token for length(sealed_token) - 1)'],
    ['no bytes', "''::bytea"],
  ] as const)('because of %s ends the session', async ([_what, changed], { service, replica, rows }) => {
    const session = await service.signIn(202)
    await rows.ageIdentity(session, oldS)
    await rows.query(`UPDATE session SET sealed_token = ${changed} WHERE user_id = 202`)
    await expect(service.get('/courses', session)).toBeProblem(401, 'invalid_upstream_token')
    await expectEnded(service, replica, rows, session)
  })

  it('because its key is missing causes an internal error, and the session stays', async ({ service, rows }) => {
    const session = await service.signIn(201)
    await rows.ageIdentity(session, oldS)
    const keyless = await startReplica(service)
    // The state after the ring has lost the key while the service was running.
    const [kept] = await rows.query('SELECT sealed_token FROM session WHERE user_id = 201')
    const otherKey = 'overlay(sealed_token placing $1 from position($2 in sealed_token))'
    await rows.query(`UPDATE session SET sealed_token = ${otherKey} WHERE user_id = 201`, [
      Buffer.from('dex'),
      Buffer.from('dev'),
    ])
    await expect(keyless.request('GET', '/courses', { session })).toBeProblem(500, 'internal')
    await expect(keyless.request('GET', '/preferences', { session })).toBeReply(200)
    await rows.query('UPDATE session SET sealed_token = $1 WHERE user_id = 201', [kept?.['sealed_token']])
    await expect(keyless.request('GET', '/courses', { session })).toBeReply(200)
    await keyless.stop()
  })
})

/** Older than a stored identity may be where a role is needed. */
const oldS = 301
const named = (name: OperationName): NamedOperation => [name, frontendInternal.operations[name]]

async function expectEnded(
  service: TestService,
  replica: TestService,
  rows: SessionRows,
  session: string,
): Promise<void> {
  expect(await rows.exists(session)).toBe(false)
  for (const { request } of [service, replica])
    await expect(request('GET', '/preferences', { session })).toBeProblem(401, 'invalid_session')
}
