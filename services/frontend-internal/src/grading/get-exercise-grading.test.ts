import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getExerciseGrading', () => {
  it('replies with defaults at revision 0 until settings are written', async ({ service, teacher, inFinnish }) => {
    const reply = await get(service, inFinnish, 1103)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual(defaultExerciseGrading)
    await expect(get(service, inFinnish, 1103, teacher, { 'If-None-Match': '"0"' })).toBeReply(304)
  })

  it('does not find one of another course, or that nobody grades by hand', async ({ service, inFinnish, student }) => {
    for (const exerciseId of [1101, 1301, 9_999])
      await expect(get(service, inFinnish, exerciseId)).toBeProblem(404, 'not_found')
    await expect(get(service, inFinnish, 9_999, student)).toBeProblem(403, 'forbidden')
  })

  it('finds an exercise that left the list as long as it has submissions', async ({ service, inFinnish }) => {
    await service.sql`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9100, 11, 1190, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now())`
    await expect(get(service, inFinnish, 1190)).toBeReply(200)
  })
})

const get = (
  service: TestService,
  inFinnish: string,
  exerciseId: number,
  session = inFinnish,
  headers = {},
): Promise<Response> => service.request('GET', `/courses/11/exercises/${exerciseId}/grading`, { session, headers })
