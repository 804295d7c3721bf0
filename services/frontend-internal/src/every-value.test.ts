import { testEveryValue } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from './service.fixture.ts'
import { startServiceForExamples, frontendBoundary } from './tested-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startServiceForExamples()
})
afterAll(() => service.stop())

testEveryValue(frontendBoundary(() => service))
