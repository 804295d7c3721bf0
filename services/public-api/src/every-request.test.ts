import { testEveryOperation } from '@course-grading/test-service'
import { openServiceForExamples, publicBoundary } from './tested-boundary.fixture.ts'

testEveryOperation(publicBoundary(await openServiceForExamples()))
