import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => {
  boundary.forget()
  as('teacher')
})
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const rubric = operations.getRubric.replies[200].example
const path = `/courses/11/rubrics/${rubric.rubricId}`
const signedIn = { signedIn: true }
const form = { revision: '3', course: '12' }

const as = (...roles: string[]): void => {
  const courses = session.courses.map((course) => ({ ...course, roles }))
  boundary.replyWith('getSession', {
    status: 200,
    body: { ...session, courses, preferences: { ...session.preferences, locale: 'en' } },
  })
}
const refuse = (status: number, code: string) => ({
  status,
  body: { code, requestId: 'r-12345678', fieldErrors: [] },
})
const writes = () => boundary.calls.map(({ operation }) => operation).filter((name) => !name.startsWith('get'))

describe('the pages of rubrics', () => {
  it.each([
    ['student', '/courses/11/rubrics'],
    ['student', path],
    ['assistant', path],
    ['student', `${path}/versions/1`],
    ['grader', `${path}/delete`],
  ])('are not there for a %s: %s', async (role, page) => {
    as(role)
    expect((await ask(page, signedIn)).status).toBe(404)
  })

  it.each([path, `${path}/versions/1`, `${path}/delete`])('show no rubric of another course: %s', async (page) => {
    boundary.replyWith('getRubric', { status: 200, body: { ...rubric, courseId: 12 } })
    expect((await ask(page, signedIn)).status).toBe(404)
  })

  it('offer nothing to change to people who only grade', async () => {
    as('grader')
    const pages = await Promise.all(['/courses/11/rubrics', path].map((page) => ask(page, signedIn)))
    for (const { status, text } of pages) {
      expect(status).toBe(200)
      expect(/<main>.*<\/main>/s.exec(text)?.[0]).not.toMatch(/<form|rubrics\/new/)
    }
  })

  it('offer to archive what no exercise uses, and else say why not', async () => {
    boundary.replyWith('getRubric', { status: 200, body: { ...rubric, exerciseIds: [1103] } })
    const { text } = await ask(path, signedIn)
    expect(text).toContain('It can be archived once no exercise uses it.')
    expect(text).not.toContain('>Archive<')
  })

  it('say that a published rubric cannot be deleted', async () => {
    const { text } = await ask(`${path}/delete`, signedIn)
    expect(text).toContain('It was published, so it can only be archived.')
    expect(text).not.toContain('>Delete</button>')
  })
})

describe('a change of a rubric', () => {
  it.each(['archive', 'restore', 'copy', 'delete'])('%s is for teachers', async (what) => {
    as('grader')
    expect((await ask(`${path}/${what}`, { ...signedIn, form })).status).toBe(404)
    expect(writes()).toEqual([])
  })

  it.each([
    ['archive', 'archiveRubric', 409, 'rubric_in_use'],
    ['archive', 'archiveRubric', 412, 'revision_conflict'],
    ['restore', 'restoreRubric', 409, 'not_in_state'],
    ['delete', 'deleteRubric', 412, 'revision_conflict'],
  ] as const)('that is refused says so on its page: %s, %s, %d', async (what, operation, status, code) => {
    boundary.replyWith(operation, refuse(status, code))
    const { headers } = await ask(`${path}/${what}`, { ...signedIn, form })
    expect(headers.location).toBe(`${path}?done=changed`)
    expect((await ask(`${path}?done=changed`, signedIn)).text).toContain('Nothing was done')
  })

  it('leads to the copy in its course, or says that it would have no title there', async () => {
    const copy = { ...rubric, courseId: 12, rubricId: 'x' }
    boundary.replyWith('copyRubric', { status: 201, body: copy })
    expect((await ask(`${path}/copy`, { ...signedIn, form })).headers.location).toBe(
      '/courses/12/rubrics/x?done=copied',
    )
    boundary.replyWith('copyRubric', refuse(400, 'validation_failed'))
    expect((await ask(`${path}/copy`, { ...signedIn, form })).headers.location).toBe(`${path}?done=noLanguage`)
  })
})
