import { testEveryValue } from '@course-grading/test-service'
import { openServiceForExamples, publicBoundary } from './tested-boundary.fixture.ts'

testEveryValue(publicBoundary(await openServiceForExamples()))
