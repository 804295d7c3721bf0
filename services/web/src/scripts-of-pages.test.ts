import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { afterAll, describe, expect, it } from 'vitest'
import { writeIslands } from './islands.fixture.ts'
import { pathsOf } from './routes.fixture.ts'
import { openTestWeb, type WebReply } from './web.fixture.ts'

const islands = await writeIslands({ 'ab12-grading.js': '', 'cd34-rubric.js': '', 'ef56-staff.js': '' })
afterAll(islands.remove)
const { ask, boundary } = await openTestWeb(islands.folder)
const { example } = frontendInternal.operations.getSession.replies[200]
const { id } = frontendInternal.operations.getAssessment.replies[200].example

describe('the pages of students', () => {
  // The boundary gives an assessment to nobody else than staff.
  it.each([...pathsOf('GET').filter((path) => !path.startsWith('/grade/')), '/nowhere'])(
    'ship no script: %s',
    async (path) => {
      as('student')
      expect((await read(path)).text).not.toMatch(/<script|modulepreload/)
    },
  )
})

describe('the pages of staff', () => {
  it.each(pathsOf('GET'))(
    'have a script, which sends what was left or grades, and tell it who is signed in: %s',
    async (path) => {
      as('grader', 'teacher')
      const { status, text } = await read(path)
      if (status !== 200 || !text.startsWith('<!doctype html>') || path === '/sign-in') return
      const script =
        path === `/grade/${id}` ? 'ab12-grading.js' : path.endsWith('/edit') ? 'cd34-rubric.js' : 'ef56-staff.js'
      expect(text).toContain(`<script type="module" src="/assets/${script}"`)
      expect(text).toMatch(/data-start="\{[^"]*&quot;userId&quot;:101,/)
    },
  )
})

const read = (path: string): Promise<WebReply> => ask(path, { signedIn: true, headers: { 'X-Person': '101' } })

/** The person's roles in the course of the examples. */
function as(...roles: readonly string[]): void {
  const courses = example.courses.map((course) => ({ ...course, courseId: 11, configured: true, roles }))
  boundary.replyWith('getSession', { status: 200, body: { ...example, courses } })
}
