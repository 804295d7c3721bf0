import { describe, expect } from 'vitest'
import type { Person } from './config.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()

describe('A+ permissions', () => {
  for (const [what, path, statuses] of matrix) {
    for (const [at, column] of columns.entries()) {
      const needs = column === 'anonymous' ? [] : [column]
      fact(`${what} is ${statuses[at]} for ${column}`, [...needs, 'course', 'exercise', 'submission'], async () => {
        const got = await upstream.ask(path, column === 'anonymous' ? {} : { as: column })
        expect(got.status).toBe(statuses[at])
      })
    }
  }

  fact('shows a student only himself among the students', ['student', 'course'], async () => {
    const own = (await upstream.ask('/users/me', { as: 'student' })).object()['id']
    const students = await upstream.list(`/courses/${courseId}/students`, { as: 'student' })
    expect(students.map(({ id }) => id)).toEqual([own])
  })

  fact(
    'hides a hidden course even from its enrolled students, who still find it in their list',
    ['simulator'],
    async () => {
      const listed = (await upstream.ask('/users/me', { as: 'student' })).object()['enrolled_courses']
      expect(listed).toContainEqual(expect.objectContaining({ id: 14 }))
      expect((await upstream.ask('/courses/14', { as: 'student' })).status).toBe(403)
    },
  )

  fact('treats a superuser as a teacher who stands in no role list', ['simulator'], async () => {
    const headers = { authorization: `Token ${upstream.simulated.world.tokenOf(1)}` }
    const me = (await upstream.ask('/users/me', { headers })).object()
    expect([me['teacher_courses'], me['staff_courses'], me['enrolled_courses']]).toEqual([[], [], []])
    expect((await upstream.ask('/courses/11/usertags', { headers })).status).toBe(200)
  })

  fact('hides submissions from assistants where viewing is off: an empty list and 403', ['simulator'], async () => {
    const submission = upstream.simulated.world.addSubmission({ exerciseId: 1106, submitterIds: [201] })
    expect(await upstream.list('/exercises/1106/submissions', { as: 'assistant' })).toEqual([])
    expect((await upstream.ask(`/submissions/${submission.id}`, { as: 'assistant' })).status).toBe(403)
    expect((await upstream.ask(`/submissions/${submission.id}`, { as: 'teacher' })).status).toBe(200)
  })
})

const fact = factsAbout(upstream)
const { courseId, exerciseId, submissionId } = upstream

const columns: readonly (Person | 'anonymous')[] = ['teacher', 'assistant', 'student', 'outsider', 'anonymous']

/** The expected status for each caller, in the order of the columns. */
const matrix: readonly [string, string, readonly number[]][] = [
  ['a course', `/courses/${courseId}`, [200, 200, 200, 403, 401]],
  ['its exercises', `/courses/${courseId}/exercises`, [200, 200, 200, 403, 401]],
  ['its students', `/courses/${courseId}/students`, [200, 200, 200, 403, 401]],
  ['its tags', `/courses/${courseId}/usertags`, [200, 403, 403, 403, 401]],
  ['its submission data', `/courses/${courseId}/submissiondata?exercise_id=${exerciseId}`, [200, 200, 200, 403, 401]],
  ['an exercise', `/exercises/${exerciseId}`, [200, 200, 200, 403, 401]],
  ['submissions of an exercise', `/exercises/${exerciseId}/submissions`, [200, 200, 200, 403, 401]],
  ['a submission of the student', `/submissions/${submissionId}`, [200, 200, 200, 403, 401]],
  ['the list of users', '/users', [200, 200, 200, 200, 401]],
  ['the grading URL without its token', `/submissions/${submissionId}/grader`, [403, 403, 403, 403, 401]],
]
