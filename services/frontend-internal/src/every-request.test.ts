import { walkBoundary } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from './service.fixture.ts'
import { startWalkedService, walkedFrontend } from './walked-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWalkedService()
})
afterAll(() => service.stop())

walkBoundary(walkedFrontend(() => service))
