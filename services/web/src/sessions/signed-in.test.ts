import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { maxId } from '@course-grading/contracts/schemas/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { fi } from '../texts/fi.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { user } = frontendInternal.operations.getSession.replies[200].example
const [held, launched] = [`cgs_${'a'.repeat(43)}`, `cgs_${'b'.repeat(43)}`]
const launchCookie = `__Host-launch=${launched}.101.11`
const overAnother = `__Host-session=${held}.102; ${launchCookie}`
const cleared = expect.stringMatching(/^__Host-launch=; Max-Age=0; /)

describe('where a launch leads', () => {
  it.each([
    ['nobody', launchCookie, [], undefined],
    ['the same person', `__Host-session=${held}.101; ${launchCookie}`, ['deleteSession'], undefined],
    ['somebody who signed out', `__Host-person=102; ${launchCookie}`, [], '"storage"'],
  ])('its session becomes that of a browser of %s', async (_who, Cookie, operations, erased) => {
    const { status, headers } = await ask('/signed-in', { headers: { Cookie } })
    expect([status, headers.location, headers['clear-site-data']]).toEqual([303, '/courses/11', erased])
    expect(headers['set-cookie']).toEqual(
      expect.arrayContaining([cleared, expect.stringContaining(`__Host-session=${launched}.101; Path=/; HttpOnly`)]),
    )
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(operations)
    expect(boundary.calls.every(({ session }) => session === held)).toBe(true)
  })

  it('from a course that is none of theirs is their own courses, which say so', async () => {
    const Cookie = `__Host-launch=${launched}.101.0`
    const { location } = (await ask('/signed-in', { headers: { Cookie } })).headers
    const { text } = await ask(location ?? '', { signedIn: true })
    expect(text).toContain(fi.courses.elsewhere)
  })

  it('is a course also where its id is the largest', async () => {
    const Cookie = `__Host-launch=${launched}.101.${maxId}`
    const { location } = (await ask('/signed-in', { headers: { Cookie } })).headers
    expect(location).toBe(`/courses/${maxId}`)
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

  it('is over with a sign-out, or a sign-in by token', async () => {
    await ask('/sign-out', { form: {}, headers: { Cookie: overAnother } })
    expect(ended()).toEqual([held, launched])
    boundary.forget()
    const { headers } = await ask('/sign-in', { form: { token: '0067'.repeat(10) }, headers: { Cookie: overAnother } })
    expect([ended(), headers['set-cookie']]).toEqual([[held, launched], expect.arrayContaining([cleared])])
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
