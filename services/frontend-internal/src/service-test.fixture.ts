import { createFrontendTransport } from '@course-grading/frontend-transport'
import { afterAll, beforeAll, test } from 'vitest'
import { assessmentClient } from './assessments/assessment-client.fixture.ts'
import { claimsUnderTest } from './claims/claims.fixture.ts'
import { openDeliveries } from './delivery/deliveries.fixture.ts'
import { feedbackClient } from './feedback/feedback-client.fixture.ts'
import { jobsOf } from './retention/jobs.fixture.ts'
import { rubricClient } from './rubrics/rubrics.fixture.ts'
import { frontendSecret, startReplica, startTestService, type TestService } from './service.fixture.ts'
import { sessionRowsOf } from './sessions/session-rows.fixture.ts'
import { startServiceForExamples } from './tested-boundary.fixture.ts'
import '@course-grading/test-kit/reply-matchers'

export { frontendSecret, startReplica, startTestService } from './service.fixture.ts'
export type { FrontendRequest, Page, TestService } from './service.fixture.ts'

/**
 * Tests of a service. It starts when the first test asks for it, as do the sessions of its people and what makes the data of a
 * feature. All end with the file, or with each test.
 */
export function itOn(start: () => Promise<TestService>, scope: 'file' | 'test' = 'file') {
  const once = { scope: scope as 'file' }
  return (
    test
      .extend('service', once, async ({}, { onCleanup }) => {
        const service = await start()
        onCleanup(service.stop)
        return service
      })
      .extend('replica', once, async ({ service }, { onCleanup }) => {
        const replica = await startReplica(service)
        onCleanup(replica.stop)
        return replica
      })
      .extend('teacher', once, ({ service }) => service.teacher())
      /** Grades Finnish work of group A. */
      .extend('inFinnish', once, ({ service }) => service.signIn(102))
      /** Grades everything. */
      .extend('grader', once, ({ service }) => service.signIn(103))
      .extend('otherTeacher', once, ({ service }) => service.signIn(104))
      .extend('stranger', once, ({ service }) => service.signIn(105))
      .extend('student', once, ({ service }) => service.signIn(201))
      .extend('transport', once, ({ service }, { onCleanup }) => {
        const transport = createFrontendTransport({ baseUrl: service.url, secret: frontendSecret })
        onCleanup(transport.close)
        return transport
      })
      .extend('jobs', ({ service }, { onCleanup }) => jobsOf(service, onCleanup))
      .extend('rows', once, ({ service }) => sessionRowsOf(service))
      .extend('claims', once, ({ service }) => claimsUnderTest(service))
      .extend('rubrics', once, ({ service }) => rubricClient(service))
      .extend('assessments', once, ({ service }) => assessmentClient(service))
      .extend('feedback', once, ({ service, assessments }) => feedbackClient(service, assessments))
      .extend('deliveries', once, ({ service }) => openDeliveries(service))
  )
}

/** On the demo world, whose teacher has signed in. */
export const it = itOn(signedIn)

/** On the demo world with the data that the examples of the contract need. */
export const itOnExamples = itOn(startServiceForExamples)

/** A service for suites that are given one: it starts before the tests of the file, and ends with them. */
export function serviceOfFile(start: () => Promise<TestService> = startServiceForExamples): () => TestService {
  let service: TestService
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service.stop())
  return () => service
}

async function signedIn(): Promise<TestService> {
  const service = await startTestService()
  await service.teacher()
  service.upstream.journal.clear()
  return service
}
