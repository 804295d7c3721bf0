import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { describe, expect } from 'vitest'
import { ask, type ErrorBody, ofSession, oneOfEachKind, sendRaw, verdictOf } from './every-operation.fixture.ts'
import { itOnExamples as it, startTestService, type TestService } from './service-test.fixture.ts'

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

describe('the body of an error', () => {
  it.for<[what: string, body: unknown, type: string]>([
    ['400 unknown fields', unknownFields(400, 'n'.repeat(150)), 'application/json'],
    ['names that JSON must escape', unknownFields(100, '\u0001"\\'.repeat(60)), 'application/json'],
    ['200 bad rows', `email;languages;feedbackTags;gradingTags${'\nnobody;x;y;z'.repeat(200)}`, 'text/csv'],
  ])('about %s has at most 4 KiB, and marks that there are more', async ([_, body, type], { service }) => {
    const reply = await put(service, type === 'text/csv' ? '/courses/11/graders' : '/preferences', body, type)
    expect(reply.status).toBe(400)
    const last = (await checkedBody(reply)).fieldErrors?.at(-1)
    expect(last).toMatchObject({ path: '$', code: 'too_many_issues' })
  })

  it('shortens a name as long as the body may be', async ({ service }) => {
    const { fieldErrors } = await checkedBody(await put(service, '/preferences', { ['n'.repeat(65_000)]: 1 }))
    expect(fieldErrors?.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^\$\["n{30,}…"\]$/))
  })

  it('has only code and request id if there are no details', async ({ service }) => {
    const replies = await Promise.all([
      service.request('GET', '/session', { secret: null }),
      service.request('GET', '/session'),
      service.request('GET', '/nothing'),
      service.request('PATCH', '/session'),
      service.get('/courses/13'),
      put(service, '/preferences', {}, 'x/y'),
    ])
    for (const reply of replies) expect(Object.keys(await checkedBody(reply))).toEqual(['code', 'requestId'])
  })
})

function unknownFields(count: number, name: string): object {
  const names = Array.from({ length: count }, (_, index) => [`${name}${index}`, 1] as const)
  return { ...defaultPreferences, ...Object.fromEntries(names) }
}

const put = (service: TestService, path: string, body: unknown, type = 'application/json') =>
  service.send('PUT', path, { ifMatch: '"0"', body, headers: { 'Content-Type': type } })

/** Reads an error body, and checks what must be true for every error body. */
async function checkedBody(reply: Response): Promise<ErrorBody> {
  const text = await reply.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { code, requestId, detail = '', fieldErrors = [], ...rest } = JSON.parse(text) as ErrorBody
  expect(rest).toEqual({})
  expect(requestId).toBe(reply.headers.get('x-request-id'))
  expect(code).toBeTypeOf('string')
  expect(detail).toBeTypeOf('string')
  for (const issue of fieldErrors) {
    expect(Object.keys(issue)).toEqual(['path', 'code', 'message'])
    expect(issueCodes).toContain(issue.code)
  }
  return JSON.parse(text) as ErrorBody
}
