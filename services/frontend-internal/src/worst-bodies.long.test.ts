import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { testWorstBodies } from '@course-grading/test-service'
import { frontendBoundary, startServiceForExamples } from './tested-boundary.fixture.ts'

const service = await startServiceForExamples()
testWorstBodies(
  frontendBoundary(() => service),
  { operation: frontendInternal.operations.getPreferences, userId: 201 },
)
