import { testEveryValue } from '@course-grading/test-service'
import { serviceOfFile } from './service-test.fixture.ts'
import { frontendBoundary } from './tested-boundary.fixture.ts'

testEveryValue(frontendBoundary(serviceOfFile()))
