import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = (exerciseId: number): Promise<Response> =>
  service.request('GET', `/manual-grading/exercises/${exerciseId}/course`)

describe('getExerciseCourse', () => {
  it('returns the course that grades the exercise by hand', async () => {
    const answer = await get(1103)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        courseId: 11,
        slug: 'programming-1',
        name: expect.any(String),
        languages: ['en', 'fi'],
        exerciseId: 1103,
        attempts: 'latest',
      },
    ])
  })

  it.each([1101, 999, 9_007_199_254_740_991])('finds no course for %i', async (exerciseId) => {
    const answer = await get(exerciseId)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})
