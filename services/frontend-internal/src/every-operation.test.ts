import { isRightOfService, type Right } from '@course-grading/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeDelivery } from './delivery/deliveries.fixture.ts'
import {
  ask,
  type NamedOperation,
  type OperationName,
  ofSession,
  operations,
  pathOf,
  sendRaw,
  verdictOf,
} from './every-operation.fixture.ts'
import { frontendSecret, startTestService, type TestService } from './service.fixture.ts'
import { sessionRowsOf, type SessionRows } from './sessions/session-rows.fixture.ts'

const previousSecret = 'the-secret-that-was-before-11111111111111'
/** Well formed, and nobody's. */
const unknownSession = `cgs_${'A'.repeat(43)}`

let service: TestService
let rows: SessionRows
beforeAll(async () => {
  service = await startTestService({ FRONTEND_SECRET_PREVIOUS: previousSecret })
  rows = sessionRowsOf(service)
  await placeDelivery(service)
  service.upstream.world.setRole(11, 301, 'assistant')
  const taken = await service.request('POST', '/courses/11/snapshot/refresh', { session: await service.signIn(101) })
  if (!taken.ok) throw new Error(`no snapshot: ${taken.status}`)
})
afterAll(() => service.stop())

const inCourse = ofSession.filter(([, { params }]) => params !== undefined)
const bearer = (session: string): string => `Bearer ${session}`

describe('the secret of the service, at every operation', () => {
  it.each(operations)('%s rejects a caller without it', async (...operation) => {
    expect(await verdictOf(await ask(service, operation, { secret: null }))).toEqual([401, 'invalid_frontend_secret'])
  })

  it.each(operations)('%s rejects a wrong one', async (...operation) => {
    expect(await verdictOf(await ask(service, operation, { secret: `${frontendSecret}0` }))).toEqual([
      401,
      'invalid_frontend_secret',
    ])
  })

  it.each(operations)('%s rejects one that is there twice', async (_name, operation) => {
    const { status, text } = await sendRaw(service, operation.method, pathOf(operation), {
      headers: { 'X-Service-Frontend-Secret': [frontendSecret, frontendSecret] },
    })
    expect([status, JSON.parse(text)]).toMatchObject([401, { code: 'invalid_frontend_secret' }])
  })

  it.each(operations)('%s takes each of the two active ones', async (...operation) => {
    // The problem of the next check.
    const next = isRightOfService(operation[1].allow)
      ? operation[1].body
        ? [415, 'unsupported_media_type']
        : [200, undefined]
      : [401, 'invalid_session']
    for (const secret of [frontendSecret, previousSecret]) {
      expect(
        await verdictOf(await ask(service, operation, { secret, headers: { 'Content-Type': 'text/plain' } })),
      ).toEqual(next)
    }
  })

  it('is rejected alike whatever is wrong with it', async () => {
    const given = [
      [],
      ['wrong'],
      [''],
      [frontendSecret, frontendSecret],
      ['x'.repeat(8000)],
      [`${frontendSecret}, ${frontendSecret}`],
    ]
    const replies = await Promise.all(
      given.map((lines) =>
        sendRaw(service, 'GET', '/session', {
          headers: { 'X-Service-Frontend-Secret': lines, 'X-Request-ID': 'the-same-id' },
        }),
      ),
    )
    const seen = replies.map(({ status, headers: { date: _date, ...headers }, text }) =>
      JSON.stringify([status, headers, text]),
    )
    expect(new Set(seen).size).toBe(1)
  })

  it('is checked before the database is: 401, not 500, while that is gone', async () => {
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
  it.each(ofSession)('%s rejects a caller without one', async (...operation) => {
    const reply = await ask(service, operation)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    expect(await verdictOf(reply)).toEqual([401, 'invalid_session'])
  })

  const malformed = [
    'cgs_',
    `cgs_${'A'.repeat(42)}`,
    `cgs_${'A'.repeat(44)}`,
    `CGS_${'A'.repeat(43)}`,
    `cgs_${'+'.repeat(43)}`,
    '1',
  ]
  it.each(ofSession)('%s rejects one that cannot be, and one that nobody has', async (...operation) => {
    for (const session of [...malformed, unknownSession]) {
      expect(await verdictOf(await ask(service, operation, { session }))).toEqual([401, 'invalid_session'])
    }
  })

  it('is taken by the scheme Bearer alone, and once alone', async () => {
    const session = await service.signIn(105)
    const given = [`Token ${session}`, session, `Bearer ${session} x`, [bearer(session), bearer(session)]]
    for (const Authorization of given)
      expect((await sendRaw(service, 'GET', '/session', { headers: { Authorization } })).status).toBe(401)
    expect(
      (await sendRaw(service, 'GET', '/session', { headers: { Authorization: `bearer  ${session}` } })).status,
    ).toBe(200)
  })

  it('is rejected by every operation once it was signed out', async () => {
    const session = await service.signIn(101)
    expect((await service.request('DELETE', '/session', { session })).status).toBe(204)
    for (const operation of ofSession)
      expect(await verdictOf(await ask(service, operation, { session }))).toEqual([401, 'invalid_session'])
  })

  it.each<[why: string, end: (session: string) => Promise<void>]>([
    ['unused', (session) => rows.leaveUnused(session, 7201)],
    ['kept', (session) => rows.age(session, 43_201)],
  ])('is reported as expired by every operation once it was %s for too long', async (_why, end) => {
    const session = await service.signIn(101)
    await end(session)
    for (const operation of ofSession)
      expect(await verdictOf(await ask(service, operation, { session }))).toEqual([401, 'session_expired'])
    expect(await rows.exists(session)).toBe(true)
  })
})

/** What each person of the demo world is in course 11. */
const people: Readonly<Record<string, { userId: number; has: readonly Right[] }>> = {
  teacher: { userId: 101, has: ['signed_in', 'member', 'grader', 'grader_or_self', 'teacher'] },
  'listed assistant': { userId: 102, has: ['signed_in', 'member', 'grader', 'grader_or_self'] },
  'assistant who grades nothing': { userId: 301, has: ['signed_in', 'member'] },
  'other student': { userId: 203, has: ['signed_in', 'member'] },
  'student in question': { userId: 201, has: ['signed_in', 'member', 'grader_or_self'] },
  'teacher of another course': { userId: 104, has: ['signed_in'] },
  outsider: { userId: 105, has: ['signed_in'] },
}

describe.each(Object.entries(people))('the rights of a %s', (_who, { userId, has }) => {
  let session: string
  beforeAll(async () => {
    session = await service.signIn(userId)
  })

  // Who it is comes before the media type, so nothing is done and yet it shows who may.
  const mayDo = ({ method }: NamedOperation[1]): unknown =>
    method === 'get' ? [200, undefined] : [415, 'unsupported_media_type']
  // Where nothing in the path names the course, strangers do not learn that there is anything.
  const isHidden = (name: OperationName, { path }: NamedOperation[1]): boolean =>
    name === 'getCourseBySlug' || (path.startsWith('/deliveries/') && !has.includes('member'))
  const mayNot = (...operation: NamedOperation): unknown =>
    isHidden(...operation) ? [404, 'not_found'] : [403, 'forbidden']
  // What configureCourse configures stands in its body; it has its own tests.
  it.each(ofSession.filter(([name]) => name !== 'configureCourse'))('decide about %s', async (name, operation) => {
    const reply = await ask(service, [name, operation], {
      session,
      ...(operation.method !== 'get' && { body: 'x' }),
      headers: { ...(operation.method !== 'get' && { 'Content-Type': 'text/plain' }) },
    })
    expect(await verdictOf(reply)).toEqual(has.includes(operation.allow) ? mayDo(operation) : mayNot(name, operation))
  })
})

describe('a course that is not configured', () => {
  const withId = inCourse.filter(([, { path }]) => path.includes('{courseId}'))
  it.each(withId)('is not found by %s, for its teacher', async (...operation) => {
    expect(
      await verdictOf(await ask(service, operation, { session: await sessionOfTeacher(), params: { courseId: '12' } })),
    ).toEqual([404, 'not_found'])
  })

  it.each(withId)('is forbidden at %s, for everybody else', async (...operation) => {
    const session = await sessionOfOutsider()
    for (const courseId of ['12', '14', '99']) {
      expect(await verdictOf(await ask(service, operation, { session, params: { courseId } }))).toEqual([
        403,
        'forbidden',
      ])
    }
  })

  const known = new Map<number, Promise<string>>()
  const once = (userId: number): Promise<string> => known.getOrInsertComputed(userId, () => service.signIn(userId))
  const sessionOfTeacher = (): Promise<string> => once(101)
  const sessionOfOutsider = (): Promise<string> => once(105)
})

describe('the path of every operation', () => {
  it.each(operations)(
    '%s: another method is rejected before the secret, and the allowed ones are listed',
    async (_name, operation) => {
      const reply = await service.request('PATCH', pathOf(operation), { secret: null })
      expect(reply.headers.get('allow')?.split(', ')).toContain(operation.method.toUpperCase())
      expect(await verdictOf(reply)).toEqual([405, 'method_not_allowed'])
    },
  )

  it.each(['/', '/sessions/', '/Session', '/courses/11/', '/nothing', '/courses/11/settings/revisions/1/x'])(
    '%s is no path',
    async (path) => {
      expect(await verdictOf(await service.request('GET', path, { secret: null }))).toEqual([404, 'not_found'])
    },
  )

  it.each(ofSession.filter(([, { method }]) => method === 'get'))(
    '%s leaves a body of its GET unread, and closes',
    async (_name, operation) => {
      const reply = await sendRaw(service, 'GET', pathOf(operation), {
        body: '{}',
        headers: { Authorization: bearer(unknownSession) },
      })
      expect([reply.status, reply.headers['connection']]).toEqual([401, 'close'])
    },
  )
})
