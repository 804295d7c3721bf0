import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('a refresh of a snapshot', () => {
  it('makes as many statements for 1,200 students as for 30', async () => {
    const countOf = async (courseId: number, userId: number) => {
      const session = await service.signIn(userId)
      return await statementsOf(service, () =>
        service.request('POST', `/courses/${courseId}/snapshot/refresh`, { session }),
      )
    }
    expect(await countOf(13, 104)).toBe(await countOf(11, 101))
  })
})
