import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { manualGradingDescription } from '@course-grading/contracts/openapi/manual-grading-description'
import { openApiDocument } from '@course-grading/contracts/openapi/open-api-document'
import { itIsOneBoundary } from '@course-grading/test-service'
import { describe } from 'vitest'
import * as handlers from './handlers.ts'
import { openService } from './service.fixture.ts'

const service = await openService()

describe('the manual-grading boundary', () => {
  itIsOneBoundary({
    specification: openApiDocument(manualGradingDescription),
    operationIds: Object.keys(manualGrading.operations),
    known: () => [Object.keys(handlers)],
    secretProblem: 'invalid_manual_grading_secret',
    specificationPaths: [
      '/openapi.json',
      '/openapi',
      '/openapi.yaml',
      '/docs',
      '/',
      '',
      '/manual-grading/openapi.json',
    ],
    service: () => service,
    get: (path) => service.request('GET', path),
  })
})
