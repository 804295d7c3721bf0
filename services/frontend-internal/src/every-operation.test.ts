import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, ofSession, sendRaw, verdictOf } from './every-operation.fixture.ts'
import { startTestService, type TestService } from './service.fixture.ts'
import { sessionRowsOf, type SessionRows } from './sessions/session-rows.fixture.ts'
import { startServiceForExamples } from './tested-boundary.fixture.ts'

/** A well-formed id of no session. */
const unknownSession = `cgs_${'A'.repeat(43)}`

let service: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startServiceForExamples()
  rows = sessionRowsOf(service)
})
afterAll(() => service.stop())

const inCourse = ofSession.filter(([, { params }]) => params !== undefined)
const bearer = (session: string): string => `Bearer ${session}`

describe('the secret of the service, at every operation', () => {
  it('is checked before the database is used: 401, and not 500, while the database is down', async () => {
    const lost = await startTestService()
    await lost.database.drop()
    const verdicts = async (request: Parameters<typeof ask>[2]): Promise<unknown[]> => {
      const replies = await Promise.all(
        ofSession.map(async (operation) => verdictOf(await ask(lost, operation, request))),
      )
      return [...new Set(replies.map((verdict) => verdict.join(' ')))]
    }
    expect(await verdicts({ secret: 'wrong' })).toEqual(['401 invalid_frontend_secret'])
    expect(await verdicts({ session: 'malformed' })).toEqual(['401 invalid_session'])
    expect(await verdicts({ session: unknownSession })).toEqual(['500 internal'])
    expect(await verdictOf(await lost.request('GET', '/courses/all', { secret: 'wrong' }))).toEqual([
      401,
      'invalid_frontend_secret',
    ])
    expect(await verdictOf(await lost.request('GET', '/courses/all'))).toEqual([500, 'internal'])
    await lost.stop()
  })
})

describe('the session, at every operation of a signed-in person', () => {
  it.each(ofSession)('%s replies 401 without a session', async (...operation) => {
    const reply = await ask(service, operation)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect(await verdictOf(reply)).toEqual([401, 'invalid_session'])
  })

  it('is accepted only with the scheme Bearer, and only once', async () => {
    const session = await service.signIn(105)
    const given = [`Token ${session}`, session, `Bearer ${session} x`, [bearer(session), bearer(session)]]
    for (const Authorization of given)
      expect((await sendRaw(service, 'GET', '/session', { headers: { Authorization } })).status).toBe(401)
    expect(
      (await sendRaw(service, 'GET', '/session', { headers: { Authorization: `bearer  ${session}` } })).status,
    ).toBe(200)
  })

  it('is rejected by every operation after sign-out', async () => {
    const session = await service.signIn(101)
    expect((await service.request('DELETE', '/session', { session })).status).toBe(204)
    for (const operation of ofSession)
      expect(await verdictOf(await ask(service, operation, { session }))).toEqual([401, 'invalid_session'])
  })

  it.each<[why: string, end: (session: string) => Promise<void>]>([
    ['unused', (session) => rows.leaveUnused(session, 7201)],
    ['kept', (session) => rows.age(session, 43_201)],
  ])('is reported as expired by every operation after it was %s for too long', async (_why, end) => {
    const session = await service.signIn(101)
    await end(session)
    for (const operation of ofSession)
      expect(await verdictOf(await ask(service, operation, { session }))).toEqual([401, 'session_expired'])
    expect(await rows.exists(session)).toBe(true)
  })
})

describe('a course that is not configured', () => {
  let session: string
  beforeAll(async () => {
    session = await service.signIn(105)
  })
  const withId = inCourse.filter(([, { path }]) => path.includes('{courseId}'))
  it.each(withId)('is forbidden to other people at %s', async (...operation) => {
    for (const courseId of ['12', '14', '99']) {
      expect(await verdictOf(await ask(service, operation, { session, params: { courseId } }))).toEqual([
        403,
        'forbidden',
      ])
    }
  })
})

describe('a path of no operation', () => {
  it.each(['/', '/sessions/', '/Session', '/courses/11/', '/nothing', '/courses/11/settings/revisions/1/x'])(
    'replies 404 to %s before the secret is checked',
    async (path) => {
      expect(await verdictOf(await service.request('GET', path, { secret: null }))).toEqual([404, 'not_found'])
    },
  )
})
