import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import { frontendInternalDescription } from '@course-grading/contracts/openapi/frontend-internal-description'
import { openApiDocument } from '@course-grading/contracts/openapi/open-api-document'
import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { itIsOneBoundary } from '@course-grading/test-service'
import { afterAll, beforeAll, describe } from 'vitest'
import * as handlers from './handlers.ts'
import { frontendSecret, startTestService, type TestService } from './service.fixture.ts'

let service: TestService
let transport: FrontendTransport
beforeAll(async () => {
  service = await startTestService()
  transport = createFrontendTransport({ baseUrl: service.url, secret: frontendSecret })
})
afterAll(async () => {
  await transport.close()
  await service.stop()
})

function knownToTransport(): string[][] {
  const { close: _close, withSession, ...methods } = transport
  return [Object.keys(methods), Object.keys(withSession('anybody'))]
}

describe('the frontend-internal boundary', () => {
  itIsOneBoundary({
    specification: openApiDocument(frontendInternalDescription),
    operationIds: Object.keys(frontendInternal.operations),
    known: () => [Object.keys(handlers), ...knownToTransport()],
    secretProblem: 'invalid_frontend_secret',
    specificationPaths: ['/openapi.json', '/openapi', '/openapi.yaml', '/docs', '/', ''],
    service: () => service,
    get: async (path) => service.request('GET', path, { session: await service.signIn(101) }),
  })
})
