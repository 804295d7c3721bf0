import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import type { TestedBoundary } from '@course-grading/test-service'
import { afterAll } from 'vitest'
import { graderSecret, openService, startReplica, type TestService } from './service.fixture.ts'

const previous = 'the-secret-that-was-before-11111111111111'

/** For a test file, a service that accepts the callback URL in the contract's example, and has registered that. */
export async function openServiceForExamples(env: Record<string, string> = {}): Promise<TestService> {
  const service = await openService({
    MANUAL_GRADING_SECRET_PREVIOUS: previous,
    CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
    ...env,
  })
  const { body } = manualGrading.operations.registerCapability.example
  const reply = await service.request('POST', '/manual-grading/capabilities', { body })
  if (!reply.ok) throw new Error(`not registered: ${reply.status} ${await reply.text()}`)
  return service
}

/** The same as a boundary, with all that the examples need. */
export async function openBoundary(): Promise<TestedBoundary> {
  const service = await openServiceForExamples()
  const withoutFixtures = await startReplica(service, { FIXTURE_TOOLING: 'disabled' })
  afterAll(() => withoutFixtures.stop())
  return gradingBoundary(service, withoutFixtures)
}

/** The boundary of a running service, for `testEveryOperation` and `itChecksInOrder`. */
export const gradingBoundary = (service: TestService, withoutFixtures = service): TestedBoundary => ({
  boundary: manualGrading,
  url: () => service.url,
  secret: {
    header: 'X-Service-Manual-Grading-Secret',
    current: graderSecret,
    previous,
    problem: 'invalid_manual_grading_secret',
  },
  malformedIfMatch: 'validation_failed',
  urlWithoutFixtures: () => withoutFixtures.url,
})
