import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const session = frontendInternal.operations.getSession.replies[200].example
beforeEach(() => boundary.forget())
const { listQueues, getGradingProgress, getCourse } = frontendInternal.operations
const [queueExample] = listQueues.replies[200].example.items
const chosen = (revision: number) => ({ ...queueExample.grading, revision })

describe("a course's front page", () => {
  it.each<[CourseBrief['roles'], string[]]>([
    [['teacher'], ['getCourse', 'getGradingProgress', 'getSession', 'listMyClaims', 'listQueues']],
    [
      ['assistant', 'grader'],
      ['getCourse', 'getSession', 'listMyClaims', 'listQueues'],
    ],
    [['student'], ['getCourse', 'getSession', 'listMyFeedback']],
    [
      ['grader', 'student'],
      ['getCourse', 'getSession', 'listMyClaims', 'listMyFeedback', 'listQueues'],
    ],
  ])('asks for %j no more than they have', async (roles, calls) => {
    withCourse({ roles })
    expect((await ask('/courses/11', { signedIn: true })).status).toBe(200)
    expect(boundary.calls.map(({ operation }) => operation).toSorted()).toEqual(calls)
  })

  it.each<[CourseBrief['roles'], boolean]>([
    [['assistant'], true],
    [['assistant', 'grader'], false],
    [['student'], false],
  ])('says to %j whether a teacher has yet to add them: %s', async (roles, isSaid) => {
    withCourse({ roles })
    const { example } = frontendInternal.operations.getCourse.replies[200]
    boundary.replyWith('getCourse', { status: 200, body: { ...example, roles } })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect(text.includes('its settings do not have you')).toBe(isSaid)
  })

  it.each([true, false])(
    'has the name of the course in the language of the page, where it is set up: %s',
    async (configured) => {
      withCourse({ roles: ['teacher'], configured, name: '|en:Programming|fi:Ohjelmointi|' }, 'fi')
      const { text } = await ask('/courses/11', { signedIn: true })
      expect(/<title>(\S+)/.exec(text)?.[1]).toBe('Ohjelmointi')
    },
  )

  it('shows how far the grading is, with the exercise by its name', async () => {
    withCourse({ roles: ['teacher'] })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect(text).toMatch(/<a href="\/courses\/11\/exercises\/1103">Essay program<\/a>/)
    expect(text).toContain('<td class="number">21</td>')
  })

  it('shows of the drafts, which are of every course, its own alone', async () => {
    withCourse({ roles: ['grader'] })
    const [claim] = frontendInternal.operations.listMyClaims.replies[200].example.items
    const items = [11, 12].map((courseId) => ({ ...claim, courseId, exerciseName: `Exercise of ${courseId}` }))
    boundary.replyWith('listMyClaims', { status: 200, body: { items, nextCursor: null } })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect([text.includes('Exercise of 11'), text.includes('Exercise of 12')]).toEqual([true, false])
  })

  it('shows every exercise and draft, however many come before them', async () => {
    withCourse({ roles: ['grader'] })
    const { listMyClaims, listQueues } = frontendInternal.operations
    for (const [name, { example }] of [
      ['listMyClaims', listMyClaims.replies[200]],
      ['listQueues', listQueues.replies[200]],
    ] as const)
      boundary.replyWith(name, ({ target }) => {
        const isLast = target.includes('cursor=second')
        const items = [{ ...example.items[0], courseId: isLast ? 11 : 12, exerciseName: `${name} ${isLast}` }]
        return { status: 200, body: { items, nextCursor: isLast ? null : 'second' } }
      })
    const { text } = await ask('/courses/11', { signedIn: true })
    for (const name of ['listMyClaims true', 'listQueues false', 'listQueues true']) expect(text).toContain(name)
  })

  it.each(['/courses/12', '/courses/0', '/courses/x', '/courses/1e2', '/courses/11/'])(
    'is of no course that the person does not have: %s',
    async (path) => {
      withCourse({ roles: ['teacher'] })
      expect((await ask(path, { signedIn: true })).status).toBe(404)
    },
  )
})

describe("a teacher's overview", () => {
  it('says what is to be done first, until all of it is', async () => {
    const { example } = frontendInternal.operations.getCourse.replies[200]
    withCourse({ roles: ['teacher'] })
    boundary.replyWith('getCourse', { status: 200, body: { ...example, listed: false, roles: ['teacher'] } })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect(text).toMatch(/aria-current="step"><a href="\/courses\/11\/settings\/listed">/)
    boundary.replyWith('getCourse', { status: 200, body: { ...example, listed: true, roles: ['teacher'] } })
    const done = (await ask('/courses/11', { signedIn: true })).text
    expect(done).not.toContain('aria-current="step"')
    expect(done).toContain('action="/courses/11/refresh"')
  })

  it('says which works no listed grader is offered, and what is due soon', async () => {
    withCourse({ roles: ['teacher'] })
    const [queue] = frontendInternal.operations.listQueues.replies[200].example.items
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    boundary.replyWith('listQueues', { status: 200, body: { items: [{ ...queue, dueAt }], nextCursor: null } })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect(text).toContain('9 works in English, which no listed grader reads.')
    expect(text).toContain(', and 21 works wait.')
  })

  it.each([
    [4, 1],
    [1, 0],
  ])('does not say what is due in %i days with %i works waiting', async (days, waiting) => {
    const dueAt = new Date(Date.now() + days * 86_400_000).toISOString()
    expect(await overviewWith({ queues: [{ waiting, dueAt }] })).not.toContain('Due ')
  })

  it.each([
    [
      'the settings of the first exercise without any',
      [{ grading: chosen(2) }, { exerciseId: 1104 }],
      [],
      '1104/settings',
    ],
    ['graders, where nobody is listed or has graded', [{ grading: chosen(2) }], [], '/settings/graders'],
  ])('leads to %s', async (_what, queues, graders, path) => {
    const text = await overviewWith({ queues, graders, listed: false })
    const [, next] = /aria-current="step"><a href="([^"]+)"/.exec(text) ?? []
    const steps = [...text.matchAll(/<li[^>]*><a href="([^"]+)"/g)].map(([, href]) => href)
    expect([next, ...steps]).toContainEqual(expect.stringMatching(new RegExp(`${path}$`)))
  })

  it.each([
    { listed: true, completed: 0 },
    { listed: false, completed: 1 },
  ])('takes graders for found once there is one: %j', async (one) => {
    const text = await overviewWith({ queues: [{ grading: chosen(2) }], graders: [one], listed: false })
    expect(text).toMatch(/aria-current="step"><a href="\/courses\/11\/settings\/listed">/)
  })

  it('offers to release what is completed also where results are sent at once', async () => {
    const grading = { ...chosen(2), release: 'immediate' as const }
    expect(await overviewWith({ queues: [{ grading, completed: 2 }] })).toContain('>Release 2<')
    expect(await overviewWith({ queues: [{ grading, completed: 0 }] })).toContain('sent at once')
  })

  it('has the figures of graders, of one exercise where it is chosen', async () => {
    const text = await overviewWith({ queues: [{}, { exerciseId: 1104, waiting: 7 }] }, '?exercise=1103')
    expect(text).toContain(
      '<a href="/courses/11/submissions?state=waiting&amp;exercise=1103" aria-label="May grade 12 of 21: Assi Suomenkielinen">12 of 21</a>',
    )
    expect(boundary.calls.map(({ target }) => target)).toContainEqual(
      expect.stringMatching(/progress\?exerciseId=1103$/),
    )
  })

  it('is not shown to a grader, who gets no files of grades', async () => {
    withCourse({ roles: ['assistant', 'grader'] })
    const { example } = frontendInternal.operations.getCourse.replies[200]
    boundary.replyWith('getCourse', { status: 200, body: { ...example, roles: ['assistant', 'grader'] } })
    const { text } = await ask('/courses/11', { signedIn: true })
    for (const teachers of ['grades.csv', 'works.zip', '/settings', 'No listed grader'])
      expect(text).not.toContain(teachers)
  })

  it.each([
    ['comma', 200],
    ['semicolon', 200],
    ['tabs', 400],
  ])('has grades as CSV in the dialect %s: %i', async (dialect, status) => {
    withCourse({ roles: ['teacher'] })
    const reply = await ask(`/courses/11/exercises/1103/grades.csv?dialect=${dialect}`, { signedIn: true })
    expect(reply.status).toBe(status)
  })

  it('reads people and exercises again, for teachers alone', async () => {
    withCourse({ roles: ['teacher'] })
    expect((await ask('/courses/11/refresh', { form: {}, signedIn: true })).status).toBe(303)
    withCourse({ roles: ['grader'] })
    expect((await ask('/courses/11/refresh', { form: {}, signedIn: true })).status).toBe(404)
  })

  it('hides the course from students, or shows what of its settings has to be mended first', async () => {
    withCourse({ roles: ['teacher'] })
    const form = { person: String(session.user.userId), revision: '3' }
    expect((await ask('/courses/11/settings/listed', { form, signedIn: true })).status).toBe(303)
    expect(boundary.calls.at(-1)).toMatchObject({ operation: 'putCourseSettings', body: { listed: false } })
    const fieldErrors = [{ path: '$.graders[0].userId', code: 'not_staff', message: '…' }]
    boundary.replyWith('putCourseSettings', {
      status: 400,
      body: { code: 'validation_failed', requestId: 'r-12345678', fieldErrors },
    })
    const refused = await ask('/courses/11/settings/listed', { form, signedIn: true })
    expect([refused.status, refused.text.includes('Graders, user')]).toEqual([400, true])
  })
})

describe('a course that is not set up', () => {
  it('is drawn from the session alone, and its teachers can set it up', async () => {
    withCourse({ roles: ['teacher'], configured: false })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect(text).toContain('<form method="post" action="/courses/11/set-up">')
    expect(boundary.calls).toHaveLength(1)
  })

  it('says to others who can', async () => {
    withCourse({ roles: ['student'], configured: false })
    const { text } = await ask('/courses/11', { signedIn: true })
    expect([text.includes('A teacher of the course can set it up'), text.includes('/set-up')]).toEqual([true, false])
  })

  it.each([
    [201, undefined, 303],
    [409, 'already_configured', 303],
    [409, 'slug_taken', 409],
    [403, 'forbidden', 403],
  ])('after %i %s is answered with %i', async (status, code, shown) => {
    withCourse({ roles: ['teacher'], configured: false })
    const { example } = frontendInternal.operations.configureCourse.replies[201]
    boundary.replyWith('configureCourse', { status, body: code ? { code, requestId: 'r-12345678' } : example })
    expect((await ask('/courses/11/set-up', { form: {}, signedIn: true })).status).toBe(shown)
  })
})

interface Overview {
  readonly queues: readonly Partial<Queue>[]
  readonly graders?: readonly Partial<GradingProgress['graders'][number]>[]
  readonly listed?: boolean
}

/** The front page of a teacher, with rows that differ from the examples. */
async function overviewWith({ queues, graders, listed = true }: Overview, query = ''): Promise<string> {
  const unset = { grading: chosen(0) }
  const items = queues.map((queue) => ({ ...queueExample, ...unset, ...queue }))
  const progress = getGradingProgress.replies[200].example
  const shown = graders?.map((grader) => ({ ...progress.graders[0], ...grader })) ?? progress.graders
  withCourse({ roles: ['teacher'] })
  boundary.replyWith('listQueues', { status: 200, body: { items, nextCursor: null } })
  boundary.replyWith('getGradingProgress', { status: 200, body: { ...progress, graders: shown } })
  const course = { ...getCourse.replies[200].example, listed, roles: ['teacher'] }
  boundary.replyWith('getCourse', { status: 200, body: course })
  return (await ask(`/courses/11${query}`, { signedIn: true })).text
}

const withCourse = (members: Partial<CourseBrief>, locale = 'en'): void =>
  boundary.replyWith('getSession', {
    status: 200,
    body: {
      ...session,
      preferences: { ...session.preferences, locale },
      courses: [{ ...session.courses[0], courseId: 11, configured: true, ...members }],
    },
  })
