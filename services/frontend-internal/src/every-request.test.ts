import { testEveryOperation } from '@course-grading/test-service'
import { serviceOfFile } from './service-test.fixture.ts'
import { frontendBoundary } from './tested-boundary.fixture.ts'

testEveryOperation(frontendBoundary(serviceOfFile()))
