import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { testWorstBodies } from '@course-grading/test-service'
import { gradingBoundary, openServiceForExamples } from './tested-boundary.fixture.ts'

testWorstBodies(gradingBoundary(await openServiceForExamples()), {
  operation: manualGrading.operations.listCapabilities,
  userId: 101,
})
