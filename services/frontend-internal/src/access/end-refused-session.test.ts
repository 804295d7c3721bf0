import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeAssessments } from '../assessments/assessments.fixture.ts'
import { placeDelivery } from '../delivery/deliveries.fixture.ts'
import { ask, type NamedOperation, type OperationName, ofSession, verdictOf } from '../every-operation.fixture.ts'
import { placeFeedback } from '../feedback/feedback.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { ownCalls } from './own-calls.fixture.ts'
import { startReplica, startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf, type SessionRows } from '../sessions/session-rows.fixture.ts'
import { placeSnippet } from '../snippets/snippets.fixture.ts'

/** Older than a stored identity may be where a role is needed. */
const oldS = 301
let service: TestService
let replica: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startTestService()
  replica = await startReplica(service)
  rows = sessionRowsOf(service)
  await placeDelivery(service)
  await placeRubrics(service)
  await placeSnippet(service)
  await placeAssessments(service)
  await placeFeedback(service)
})
beforeEach(() => service.upstream.faults.clear())
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

const named = (name: OperationName): NamedOperation => [name, frontendInternal.operations[name]]
const canRefuse =
  (code: string) =>
  ([, { problems }]: readonly [string, Operation]): boolean =>
    problems.includes(code)
const refusable = ofSession.filter(canRefuse('invalid_upstream_token'))

async function expectEnded(session: string): Promise<void> {
  expect(await rows.exists(session)).toBe(false)
  for (const { request } of [service, replica])
    expect(await verdictOf(await request('GET', '/preferences', { session }))).toEqual([401, 'invalid_session'])
}

describe('a token that the learning platform refuses', () => {
  // Each case uses another student of another course, so that no other case needs the revoked token.
  it.each(refusable.map((operation, index) => [...operation, 301 + index] as const))(
    'ends the session in %s',
    async (name, operation, userId) => {
      const session = await service.signIn(userId)
      await rows.ageIdentity(session, oldS)
      service.upstream.world.revokeToken(userId)
      expect(await verdictOf(await ask(service, [name, operation], { session }))).toEqual([
        401,
        'invalid_upstream_token',
      ])
      await expectEnded(session)
    },
  )

  it.each(ownCalls)('also ends the session if %s by %i notices the refusal only at %s', async (name, userId, path) => {
    const session = await service.signIn(userId)
    service.upstream.faults.add({ path, action: { kind: 'status', status: 401 } })
    expect(await verdictOf(await ask(service, named(name), { session }))).toEqual([401, 'invalid_upstream_token'])
    await expectEnded(session)
  })

  it('ends only one session, and logs that', async () => {
    const [session, other] = [await service.signIn(204), await service.signIn(204)]
    await rows.ageIdentity(session, oldS)
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 401 } })
    expect((await service.request('GET', '/courses', { session })).status).toBe(401)
    await expectEnded(session)
    expect((await service.request('GET', '/courses', { session: other })).status).toBe(200)
    const lines = service.logLines.filter((line) => line.includes('"token_refused"') && line.includes('"userId":204'))
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['session_ended'])
  })

  it('stores nothing at a sign-in with the token, and logs the refusal', async () => {
    const before = service.logLines.length
    const reply = await service.request('POST', '/sessions', { body: { token: 'f'.repeat(40) } })
    expect(await verdictOf(reply)).toEqual([401, 'invalid_upstream_token'])
    service.upstream.world.setActive(203, false)
    expect(await verdictOf(await service.request('POST', '/sessions', { body: { token: '00cb'.repeat(10) } }))).toEqual(
      [401, 'invalid_upstream_token'],
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
  it('because it was sealed for another session ends the session, before any call', async () => {
    const [session, other] = [await service.signIn(201), await service.signIn(202)]
    await rows.swapTokens(session, other)
    for (const swapped of [session, other]) await rows.ageIdentity(swapped, oldS)
    service.upstream.journal.clear()
    for (const swapped of [session, other]) {
      expect(await verdictOf(await service.request('GET', '/courses', { session: swapped }))).toEqual([
        401,
        'invalid_upstream_token',
      ])
      await expectEnded(swapped)
    }
    expect(service.upstream.journal.count()).toBe(0)
  })

  it.each([
    [
      'a flipped bit',
      'set_bit(sealed_token, 8 * (length(sealed_token) - 1), 1 - get_bit(sealed_token, 8 * (length(sealed_token) - 1)))',
    ],
    ['a missing byte', 'substring(sealed_token for length(sealed_token) - 1)'],
    ['no bytes', "''::bytea"],
  ])('because of %s ends the session', async (_what, changed) => {
    const session = await service.signIn(202)
    await rows.ageIdentity(session, oldS)
    await rows.query(`UPDATE session SET sealed_token = ${changed} WHERE user_id = 202`)
    expect(await verdictOf(await service.request('GET', '/courses', { session }))).toEqual([
      401,
      'invalid_upstream_token',
    ])
    await expectEnded(session)
  })

  it('because its key is missing causes an internal error, and the session stays', async () => {
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
    expect(await verdictOf(await keyless.request('GET', '/courses', { session }))).toEqual([500, 'internal'])
    expect(await verdictOf(await keyless.request('GET', '/preferences', { session }))).toEqual([200, undefined])
    await rows.query('UPDATE session SET sealed_token = $1 WHERE user_id = 201', [kept?.['sealed_token']])
    expect(await verdictOf(await keyless.request('GET', '/courses', { session }))).toEqual([200, undefined])
    await keyless.stop()
  })
})
