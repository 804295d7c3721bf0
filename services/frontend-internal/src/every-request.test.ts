import { testEveryOperation, testEveryValue } from '@course-grading/test-service'
import { serviceOfFile } from './service-test.fixture.ts'
import { frontendBoundary } from './tested-boundary.fixture.ts'

const boundary = frontendBoundary(serviceOfFile())
testEveryOperation(boundary)
testEveryValue(boundary)
