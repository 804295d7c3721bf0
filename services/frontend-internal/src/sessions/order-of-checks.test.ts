import { itChecksInOrder } from '@course-grading/test-service'
import { serviceOfFile } from '../service-test.fixture.ts'
import { frontendBoundary } from '../tested-boundary.fixture.ts'

itChecksInOrder(frontendBoundary(serviceOfFile()), 'createSession', [
  {
    check: 'own',
    title: 'a token of nobody',
    code: 'invalid_upstream_token',
    text: (text) => text.replace(/[0-9a-f]{40}/, 'f'.repeat(40)),
  },
])
