import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { it } from '../service-test.fixture.ts'

describe('a refresh of a snapshot', () => {
  it('makes as many statements for 1,200 students as for 30', async ({ service }) => {
    const countOf = async (courseId: number, userId: number) => {
      const session = await service.signIn(userId)
      return await statementsOf(service, () =>
        service.request('POST', `/courses/${courseId}/snapshot/refresh`, { session }),
      )
    }
    expect(await countOf(13, 104)).toBe(await countOf(11, 101))
  })
})
