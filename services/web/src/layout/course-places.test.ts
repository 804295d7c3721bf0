import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { expect, it } from 'vitest'
import { pathsOf } from '../routes.fixture.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { example } = frontendInternal.operations.getSession.replies[200]
it.each(pathsOf('GET').filter((path) => path.startsWith('/courses/')))(
  'the places of the course stand on each of its pages: %s',
  async (path) => {
    const courses = example.courses.map((course) => ({ ...course, courseId: 11, configured: true, roles: ['teacher'] }))
    boundary.replyWith('getSession', { status: 200, body: { ...example, courses } })
    const { status, text } = await ask(path, { signedIn: true })
    if (status !== 200 || !text.startsWith('<!doctype html>')) return
    const [, row = ''] = /<nav class="course"[^>]*>(.*?)<\/nav>/.exec(text) ?? []
    expect(row).toContain('href="/courses/11/deliveries"')
  },
)
