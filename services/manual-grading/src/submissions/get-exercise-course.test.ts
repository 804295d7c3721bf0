import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

const get = (exerciseId: number): Promise<Response> =>
  service.request('GET', `/manual-grading/exercises/${exerciseId}/course`)

describe('getExerciseCourse', () => {
  it('returns the course that grades the exercise by hand, its main language first', async () => {
    const reply = await get(1103)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        courseId: 11,
        slug: 'programming-1',
        name: expect.any(String),
        languages: ['fi', 'en'],
        exerciseId: 1103,
        attempts: 'latest',
      },
    ])
  })

  it('says which submissions of a student are graded, by the settings of the exercise in this course', async () => {
    await service.database.query(
      `INSERT INTO exercise_grading
        (course_id, exercise_id, anonymous, attempts, claim_order, auto_points, release, lease_minutes, max_open_claims, notify, revision, updated_at)
      SELECT course_id, exercise_id, FALSE, 'all', 'bands', 'shown', 'manual', 30, 5, TRUE, 1, now()
      FROM (VALUES (11, 1104), (13, 1103)) AS given (course_id, exercise_id)`,
    )
    expect(await (await get(1104)).json()).toMatchObject({ exerciseId: 1104, attempts: 'all' })
    expect(await (await get(1103)).json()).toMatchObject({ exerciseId: 1103, attempts: 'latest' })
  })

  it.each([1101, 999, 9_007_199_254_740_991])('finds no course for %i', async (exerciseId) => {
    const reply = await get(exerciseId)
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})
