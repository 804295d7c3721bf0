import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const path = '/courses/11/exercises/1103/release'
beforeEach(() => {
  boundary.forget()
  having(['teacher'])
})

describe('the release of an exercise', () => {
  it('says what will happen by four calls, and does nothing', async () => {
    boundary.replyWith('releaseGrades', {
      status: 200,
      body: { released: 5, unchanged: 0, blocked: [{ assessmentId: 'a', reason: 'undeliverable' }] },
    })
    const { text } = await ask(path, { signedIn: true })
    for (const part of ['<b>5</b> will be released', '<b>1</b> cannot be sent yet', 'This cannot be taken back.'])
      expect(text).toContain(part)
    expect(boundary.calls.map(({ target }) => target)).toHaveLength(4)
    expect(boundary.calls.find(({ operation }) => operation === 'releaseGrades')?.target).toContain('dryRun=true')
  })

  it('happens with the button to what the page listed, and leads back to what A+ took', async () => {
    const { status, headers } = await ask(path, { form: { assessmentId: 'a' }, signedIn: true })
    expect([status, headers.location]).toEqual([303, path])
    expect(boundary.calls.at(-1)).toMatchObject({
      operation: 'releaseGrades',
      target: expect.not.stringContaining('dryRun'),
    })
  })

  it.each([
    [3, ['dryRun=true', '']],
    [4, ['dryRun=true']],
  ])(
    'of more than a page lists happens only while there are as many: %i were said, 3 are there',
    async (planned, asked) => {
      boundary.replyWith('releaseGrades', { status: 200, body: { released: 3, unchanged: 0, blocked: [] } })
      await ask(path, { form: { planned: String(planned) }, signedIn: true })
      const released = boundary.calls.filter(({ operation }) => operation === 'releaseGrades')
      expect(released.map(({ target }) => target.split('?')[1] ?? '')).toEqual(asked)
    },
  )

  it('offers no button where nothing is left', async () => {
    boundary.replyWith('releaseGrades', { status: 200, body: { released: 0, unchanged: 5, blocked: [] } })
    expect((await ask(path, { signedIn: true })).text).not.toContain('class="main"')
  })

  it.each<CourseBrief['roles'][number]>(['assistant', 'grader', 'student'])('is no page of a %s', async (role) => {
    having([role])
    expect((await ask(path, { signedIn: true })).status).toBe(404)
    expect((await ask(path, { form: {}, signedIn: true })).status).toBe(404)
  })
})

describe('the queue of an exercise', () => {
  it.each([
    ['', 'state=waiting'],
    ['?state=completed', 'state=completed'],
    ['?state=mine', 'grader=me'],
    ['?state=nothing', 'state=waiting'],
    ['?state=released&cursor=abc', 'cursor=abc'],
  ])('shows one list, by its address %j, with at most three calls', async (query, asked) => {
    expect((await ask(`/courses/11/exercises/1103${query}`, { signedIn: true })).status).toBe(200)
    expect(boundary.calls.find(({ operation }) => operation === 'listSubmissions')?.target).toContain(asked)
    expect(boundary.calls.length).toBe(3)
  })

  it('leads on in the same list', async () => {
    const { example } = frontendInternal.operations.listSubmissions.replies[200]
    boundary.replyWith('listSubmissions', { status: 200, body: { ...example, nextCursor: 'a+b' } })
    const { text } = await ask('/courses/11/exercises/1103?state=completed', { signedIn: true })
    expect(text).toContain('href="/courses/11/exercises/1103?state=completed&amp;cursor=a%2Bb"')
  })

  it('is not there for an exercise that the course does not grade', async () => {
    boundary.replyWith('listQueues', { status: 200, body: { items: [], nextCursor: null } })
    expect((await ask('/courses/11/exercises/9', { signedIn: true })).status).toBe(404)
  })
})

function having(roles: CourseBrief['roles']): void {
  const session = frontendInternal.operations.getSession.replies[200].example
  const course = { ...session.courses[0], courseId: 11, configured: true, roles }
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences, courses: [course] } })
}
