import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Session } from '@course-grading/contracts/sessions/session'
import { describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary, logLines } = await openTestWeb()
const example = frontendInternal.operations.getSession.replies[200].example
const course = example.courses[0]!

describe('my courses', () => {
  it('costs one call, with the id of the request', async () => {
    const { headers } = await ask('/', { signedIn: true })
    expect(boundary.calls).toMatchObject([{ operation: 'getSession', requestId: headers['x-request-id'] }])
    expect(logLines.join('')).toMatch(/"operation":"myCourses".*"userId":101/)
  })

  it.each<[roles: string[], text: string]>([
    [['student'], 'None of your courses is listed here.'],
    [['student', 'assistant'], '>Secret course</a>'],
  ])('shows an unlisted course to %j as the list of courses has it', async (roles, part) => {
    holding({
      courses: [{ ...course, name: 'Secret course', listed: false, roles: roles as typeof course.roles }],
      preferences: { ...example.preferences, locale: 'en' },
    })
    const { text } = await ask('/', { signedIn: true })
    expect([text.includes(part), text.includes('You have no courses')]).toEqual([true, false])
  })

  it('shows pinned courses first, and which are not set up', async () => {
    holding({
      courses: [1, 2, 3].map((courseId) => ({
        ...course,
        courseId,
        name: `Course ${courseId}`,
        configured: courseId > 1,
      })),
      preferences: { ...example.preferences, pinnedCourses: [3] },
    })
    const { text } = await ask('/', { signedIn: true })
    expect([...text.matchAll(/href="\/courses\/(\d)"/g)].map(([, id]) => id)).toEqual(['3', '1', '2'])
    expect(text.match(/class="tag warn"/g)).toHaveLength(1)
  })

  it("speaks the person's language, with the course's name in it", async () => {
    holding({
      courses: [{ ...course, name: '|en:Programming|fi:Ohjelmointi|' }],
      preferences: { ...example.preferences, locale: 'fi_FI', theme: 'dark' },
    })
    const { text } = await ask('/', { signedIn: true })
    for (const part of ['<html lang="fi" data-theme="dark">', '>Ohjelmointi</a>', 'Omat kurssit'])
      expect(text).toContain(part)
  })

  it('shows hostile names as text', async () => {
    const hostile = '<script>canary()</script>" onclick="canary()'
    holding({ courses: [{ ...course, name: hostile }], user: { ...example.user, fullName: hostile } })
    expect((await ask('/', { signedIn: true })).text).not.toContain('<script')
  })

  it('sends whoever has no session to sign in', async () => {
    const { status, headers } = await ask('/')
    expect([status, headers.location]).toEqual([303, '/sign-in'])
  })
})

const holding = (members: Partial<Session>): void =>
  boundary.replyWith('getSession', { status: 200, body: { ...example, ...members } })
