import { describe, expect } from 'vitest'
import { ask, ofSession, oneOfEachKind, sendRaw, verdictOf } from './every-operation.fixture.ts'
import { itOnExamples as it, startTestService } from './service-test.fixture.ts'

describe('the secret of the service, at every operation', () => {
  it('is checked before the database is used: 401, and not 503, while the database is down', async () => {
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
    expect(await verdicts({ session: `cgs_${'A'.repeat(43)}` })).toEqual(['503 overloaded'])
    await expect(lost.request('GET', '/courses/all', { secret: 'wrong' })).toBeProblem(401, 'invalid_frontend_secret')
    expect(await verdictOf(await lost.request('GET', '/courses/all'))).toEqual([503, 'overloaded'])
    await lost.stop()
  })
})

describe('the session', () => {
  it('is asked for by the scheme Bearer, in capital or small letters', async ({ service, stranger }) => {
    const reply = await service.request('GET', '/session')
    await expect(reply).toBeProblem(401, 'invalid_session')
    expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    const headers = { Authorization: `bearer  ${stranger}` }
    await expect(sendRaw(service, 'GET', '/session', { headers })).resolves.toMatchObject({ status: 200 })
  })

  it.for([
    ...['cgs_', `cgs_${'A'.repeat(42)}`, `CGS_${'A'.repeat(43)}`, `cgs_${'+'.repeat(43)}`, '1'].map(
      (malformed) => `Bearer ${malformed}`,
    ),
    `Bearer cgs_${'A'.repeat(43)}`,
  ])("is nobody's in the header %s", async (Authorization, { service }) => {
    await expect(service.request('GET', '/session', { headers: { Authorization } })).toBeProblem(401, 'invalid_session')
  })

  it('is of no other scheme than Bearer', async ({ service, stranger }) => {
    const headers = { Authorization: `Token ${stranger}` }
    await expect(service.request('GET', '/session', { headers })).toBeProblem(401, 'invalid_session')
  })

  it('is reported as expired by every operation after it was unused for too long', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.leaveUnused(session, 7201)
    for (const operation of ofSession)
      await expect(ask(service, operation, { session })).toBeProblem(401, 'session_expired')
    expect(await rows.exists(session)).toBe(true)
  })
})

describe('a course that is not configured', () => {
  const withId = ofSession.filter(([, { params, path }]) => params !== undefined && path.includes('{courseId}'))
  it.for(oneOfEachKind(withId))(
    'is forbidden to other people at %s',
    async (operation, { service, stranger: session }) => {
      for (const courseId of ['12', '14', '99'])
        await expect(ask(service, operation, { session, params: { courseId } })).toBeProblem(403, 'forbidden')
    },
  )
})

describe('a course that is not configured, at an operation for teachers', () => {
  const forTeachers = ofSession.filter(([, { allow, path }]) => allow === 'teacher' && path.includes('{courseId}'))
  it.for(oneOfEachKind(forTeachers))(
    'is forbidden to its assistants at %s, as if it were configured',
    async (operation, { service }) => {
      service.upstream.world.setRole(14, 301, 'assistant')
      const session = await service.signIn(301)
      await expect(ask(service, operation, { session, params: { courseId: '14' } })).toBeProblem(403, 'forbidden')
    },
  )
})

describe('a path of no operation', () => {
  it.for([
    '/',
    '/openapi.json',
    '/docs',
    '/sessions/',
    '/Session',
    '/courses/11/',
    '/nothing',
    '/courses/11/settings/revisions/1/x',
  ])('replies 404 to %s before the secret is checked', async (path, { service }) => {
    await expect(service.request('GET', path, { secret: null })).toBeProblem(404, 'not_found')
  })
})
