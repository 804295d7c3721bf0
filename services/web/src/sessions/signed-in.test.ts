import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { fi } from '../texts/fi.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { user } = frontendInternal.operations.getSession.replies[200].example
const [held, launched] = [`cgs_${'a'.repeat(43)}`, `cgs_${'b'.repeat(43)}`]
const launchTo = (to: string): string => `__Host-launch=${launched}.101.${Buffer.from(to).toString('base64url')}`
const launchCookie = launchTo('/courses/11')
const overAnother = `__Host-session=${held}.102; ${launchCookie}`
const cleared = expect.stringMatching(/^__Host-launch=; Max-Age=0; /)

describe('where a launch leads', () => {
  it.each([
    ['nobody', launchCookie, []],
    ['the same person', `__Host-session=${held}.101; ${launchCookie}`, ['deleteSession']],
    ['the same person, whose session has ended', `__Host-person=101; ${launchCookie}`, []],
  ])('its session becomes that of a browser of %s', async (_who, Cookie, operations) => {
    const { status, headers } = await ask('/signed-in', { headers: { Cookie } })
    expect([status, headers.location, headers['clear-site-data']]).toEqual([303, '/courses/11', undefined])
    expect(headers['set-cookie']).toEqual(
      expect.arrayContaining([cleared, expect.stringContaining(`__Host-session=${launched}.101; Path=/; HttpOnly`)]),
    )
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(operations)
    expect(boundary.calls.every(({ session }) => session === held)).toBe(true)
  })

  it('from a course that is none of theirs is their own courses, which say so', async () => {
    const Cookie = launchTo('/?launched=elsewhere')
    const { location } = (await ask('/signed-in', { headers: { Cookie } })).headers
    const { text } = await ask(location ?? '', { signedIn: true })
    expect(text).toContain(fi.courses.elsewhere)
  })

  it.each(['https://evil.example', '//evil.example', '\u{0}'])('is no other site: %j', async (to) => {
    expect((await ask('/signed-in', { headers: { Cookie: launchTo(to) } })).headers.location).toBe('/')
  })

  it('stays where it is by HEAD', async () => {
    const { status, headers } = await ask('/signed-in', { method: 'HEAD', headers: { Cookie: launchCookie } })
    expect([status, headers['set-cookie'], boundary.calls]).toEqual([200, undefined, []])
  })

  it('without a launch is the first page', async () => {
    const { status, headers } = await ask('/signed-in', { signedIn: true })
    expect([status, headers.location, boundary.calls]).toEqual([303, '/', []])
  })
})

describe('a launch over the live session of another person', () => {
  it('asks first, and signs nobody in or out', async () => {
    boundary.replyWith('getSession', ({ session }) => sessionOf(session === held ? 102 : 101))
    const { status, text, headers } = await ask('/signed-in', { headers: { Cookie: overAnother } })
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect(text).toContain(fi.otherPerson.question('Person 102', 'Person 101'))
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['getSession', 'getSession'])
  })

  it('asks also where that session has ended, whose text may be there', async () => {
    boundary.replyWith('getSession', ({ session }) => (session === held ? expired : sessionOf(101)))
    const { status, text, headers } = await ask('/signed-in', { headers: { Cookie: overAnother } })
    expect([status, headers['set-cookie'], headers['clear-site-data']]).toEqual([200, undefined, undefined])
    expect(text).toContain(en.otherPerson.ended('Person 101'))
  })

  it('asks also where only the cookie of the last person is left, and says that text would be lost', async () => {
    boundary.replyWith('getSession', sessionOf(101))
    const headers = { Cookie: `__Host-person=102; ${launchCookie}` }
    const reply = await ask('/signed-in', { headers })
    expect([reply.status, reply.headers['set-cookie'], reply.headers['clear-site-data']]).toEqual([
      200,
      undefined,
      undefined,
    ])
    expect(reply.text).toContain(en.otherPerson.ended('Person 101'))
    expect(boundary.calls.map(({ session }) => session)).toEqual([launched])
  })

  it('takes no refusal of the frontend for the end of that session', async () => {
    const refused = { status: 401, body: { code: 'invalid_frontend_secret', requestId: 'r-12345678' } }
    boundary.replyWith('getSession', ({ session }) => (session === held ? refused : sessionOf(101)))
    const { status, headers } = await ask('/signed-in', { headers: { Cookie: overAnother } })
    expect([status, headers['set-cookie']]).toEqual([500, undefined])
  })

  it.each(['yes', 'no'])('takes no %s to the question about somebody else', async (given) => {
    const { headers } = await answer(given, '103')
    expect([headers.location, headers['set-cookie'], boundary.calls]).toEqual(['/signed-in', undefined, []])
  })

  it('is over with a sign-out', async () => {
    await ask('/sign-out', { form: {}, headers: { Cookie: overAnother } })
    expect(ended()).toEqual([held, launched])
  })

  it('is over with a sign-in by token, which asks in its place', async () => {
    const { headers } = await ask('/sign-in', { form: { token: '0067'.repeat(10) }, headers: { Cookie: overAnother } })
    expect([ended(), headers.location]).toEqual([[launched], '/signed-in'])
  })

  it('signs that person in after a yes, and erases what the browser keeps', async () => {
    const { headers } = await answer('yes')
    expect([headers.location, headers['clear-site-data']]).toEqual(['/courses/11', '"storage"'])
    expect(ended()).toEqual([held])
  })

  it.each(['no', 'perhaps', ''])('ends the new session alone after %j', async (given) => {
    const { headers } = await answer(given)
    expect([headers.location, headers['clear-site-data'], headers['set-cookie']]).toEqual(['/', undefined, [cleared]])
    expect(ended()).toEqual([launched])
  })

  it('is over where the new session has ended meanwhile', async () => {
    boundary.replyWith('getSession', ({ session }) => (session === launched ? expired : sessionOf(102)))
    const { headers } = await ask('/signed-in', { headers: { Cookie: overAnother } })
    expect([headers.location, headers['set-cookie']]).toEqual(['/', [cleared]])
  })

  it('takes no answer from another site', async () => {
    const headers = { Cookie: overAnother, Origin: 'https://evil.example' }
    expect((await ask('/signed-in', { form: { answer: 'yes' }, headers })).status).toBe(403)
    expect(boundary.calls).toEqual([])
  })
})

const expired = { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } }

function sessionOf(userId: number) {
  const { example } = frontendInternal.operations.getSession.replies[200]
  return { status: 200, body: { ...example, user: { ...user, userId, fullName: `Person ${userId}` } } }
}

const answer = (given: string, person = '101') =>
  ask('/signed-in', { form: { answer: given, person }, headers: { Cookie: overAnother } })

const ended = () =>
  boundary.calls.filter(({ operation }) => operation === 'deleteSession').map(({ session }) => session)

beforeEach(boundary.forget)
