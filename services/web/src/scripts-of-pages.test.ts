import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { afterAll, describe, expect, it } from 'vitest'
import { writeIslands } from './islands.fixture.ts'
import { openTestWeb } from './web.fixture.ts'

const islands = await writeIslands({ 'ab12-grading.js': '', 'ef56-staff.js': '' })
afterAll(islands.remove)
const { ask, boundary } = await openTestWeb(islands.folder)
const assessment = '018f4f6e-7b0a-7c3e-9b1d-2f6a8c4e5d70'

describe('the pages of students', () => {
  it.each([
    ['signing in', '/sign-in'],
    ['my courses', '/'],
    ['the front page of a course', '/courses/11'],
    ['my feedback', '/feedback'],
    ['one feedback', `/feedback/${assessment}`],
    ['a page that is not there', '/nowhere'],
  ])('ship no script: %s', async (_what, path) => {
    as('student')
    expect((await ask(path, { signedIn: true })).text).not.toMatch(/<script|modulepreload/)
  })
})

describe('the pages of staff', () => {
  it.each([
    ['my courses', '/'],
    ['the front page of a course', '/courses/11'],
    ['a queue', '/courses/11/exercises/1103'],
    ['the release of grades', '/courses/11/exercises/1103/release'],
  ])('have the script that sends what was left, and tell it who is signed in: %s', async (_what, path) => {
    as('grader', 'teacher')
    const { text } = await ask(path, { signedIn: true })
    expect(text).toContain('<script type="module" src="/assets/ef56-staff.js"')
    expect(text).toContain('data-start="{&quot;userId&quot;:101,')
  })
})

/** The person's roles in each of their courses. */
function as(...roles: readonly string[]): void {
  const { example } = frontendInternal.operations.getSession.replies[200]
  const courses = example.courses.map((course) => ({ ...course, courseId: 11, configured: true, roles }))
  boundary.replyWith('getSession', { status: 200, body: { ...example, courses } })
}
