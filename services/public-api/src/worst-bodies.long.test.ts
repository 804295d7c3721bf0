import { publicApi } from '@course-grading/contracts/public-api'
import { testWorstBodies } from '@course-grading/test-service'
import { openServiceForExamples, publicBoundary } from './tested-boundary.fixture.ts'

testWorstBodies(publicBoundary(await openServiceForExamples()), {
  operation: publicApi.operations.getOpenApiDocument,
  userId: 101,
})
