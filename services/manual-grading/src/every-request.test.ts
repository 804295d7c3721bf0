import { testEveryOperation } from '@course-grading/test-service'
import { openBoundary } from './tested-boundary.fixture.ts'

testEveryOperation(await openBoundary())
