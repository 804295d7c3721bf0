import { testEveryValue } from '@course-grading/test-service'
import { openBoundary } from './tested-boundary.fixture.ts'

testEveryValue(await openBoundary())
