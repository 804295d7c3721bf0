import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { frontendInternalDescription } from '@course-grading/contracts/openapi/frontend-internal-description'
import { openApiDocument } from '@course-grading/contracts/openapi/open-api-document'
import { createFrontendTransport } from '@course-grading/frontend-transport'
import { itIsOneBoundary } from '@course-grading/test-service'
import { describe } from 'vitest'
import * as handlers from './handlers.ts'
import { serviceOfFile, startTestService } from './service-test.fixture.ts'

describe('the frontend-internal boundary', () => {
  const service = serviceOfFile(startTestService)
  const { close: _close, withSession, ...transport } = createFrontendTransport({ baseUrl: 'http://a', secret: 's' })
  itIsOneBoundary({
    specification: openApiDocument(frontendInternalDescription),
    operationIds: Object.keys(frontendInternal.operations),
    known: () => [Object.keys(handlers), Object.keys(transport), Object.keys(withSession('anybody'))],
    secretProblem: 'invalid_frontend_secret',
    specificationPaths: ['/openapi.json', '/openapi', '/openapi.yaml', '/docs', '/', ''],
    service,
    get: (path) => service().get(path),
  })
})
