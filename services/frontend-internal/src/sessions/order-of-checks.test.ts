import { itChecksInOrder } from '@course-grading/test-service'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startWalkedService, walkedFrontend } from '../walked-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWalkedService()
})
afterAll(() => service.stop())

itChecksInOrder(
  walkedFrontend(() => service),
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
