import { itChecksInOrder } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples, frontendBoundary } from '../tested-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startServiceForExamples()
})
afterAll(() => service.stop())

itChecksInOrder(
  frontendBoundary(() => service),
  'createSession',
  [
    {
      check: 'own',
      title: 'a token of nobody',
      code: 'invalid_upstream_token',
      text: (text) => text.replace(/[0-9a-f]{40}/, 'f'.repeat(40)),
    },
  ],
)
