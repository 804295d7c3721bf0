import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { testWorstBodies } from '@course-grading/test-service'
import { openServiceForExamples, publicBoundary } from './tested-boundary.fixture.ts'

testWorstBodies(publicBoundary(await openServiceForExamples()), {
  operation: publicApi.operations.getOpenApiDocument,
  userId: 101,
})
