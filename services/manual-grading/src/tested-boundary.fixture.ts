import { manualGrading } from '@course-grading/contracts/manual-grading'
import type { TestedBoundary } from '@course-grading/test-service'
import { graderSecret, startTestService, type TestService } from './service.fixture.ts'

const previous = 'the-secret-that-was-before-11111111111111'

/** Starts a service that accepts the callback URL in the contract's example. */
export const startServiceForExamples = (env: Record<string, string> = {}): Promise<TestService> =>
  startTestService({
    MANUAL_GRADING_SECRET_PREVIOUS: previous,
    CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
    ...env,
  })

/** The boundary of a running service, for `testEveryOperation` and `itChecksInOrder`. */
export const gradingBoundary = (service: () => TestService, withoutFixtures: () => TestService): TestedBoundary => ({
  boundary: manualGrading,
  url: () => service().url,
  secret: {
    header: 'X-Service-Manual-Grading-Secret',
    current: graderSecret,
    previous,
    problem: 'invalid_manual_grading_secret',
  },
  malformedIfMatch: 'validation_failed',
  urlWithoutFixtures: () => withoutFixtures().url,
})
