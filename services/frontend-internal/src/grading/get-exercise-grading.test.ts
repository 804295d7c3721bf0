import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader' | 'student', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = {
    teacher: await service.signIn(101),
    grader: await service.signIn(102),
    student: await service.signIn(201),
  }
})
afterAll(() => service.stop())

const get = (exerciseId: number, session = sessions.grader, headers = {}): Promise<Response> =>
  service.request('GET', `/courses/11/exercises/${exerciseId}/grading`, { session, headers })

describe('getExerciseGrading', () => {
  it('replies with defaults at revision 0 until settings are written', async () => {
    const reply = await get(1103)
    expect([reply.status, reply.headers.get('etag'), await reply.json()]).toEqual([200, '"0"', defaultExerciseGrading])
    expect((await get(1103, sessions.teacher, { 'If-None-Match': '"0"' })).status).toBe(304)
  })

  it('does not find an exercise of another course, or one that nobody grades by hand', async () => {
    for (const exerciseId of [1101, 1301, 9_999])
      expect(await problemOf(await get(exerciseId))).toEqual([404, 'not_found'])
    expect(await problemOf(await get(9_999, sessions.student))).toEqual([403, 'forbidden'])
  })

  it('finds an exercise that left the list as long as it has submissions', async () => {
    await ownerQuery(
      service,
      `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9100, 11, 1190, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now())`,
    )
    expect((await get(1190)).status).toBe(200)
  })
})
