import { type DeliveryView, findDelivery, listDeliveryEvents } from '@course-grading/data/delivery/delivery-views'
import { releaseDelivery } from '@course-grading/data/delivery/release-delivery'
import type { FaultAction } from '@course-grading/test-fake-upstream'
import { expect, vi } from 'vitest'
import { createCallbackClient } from '../callback/callback-client.ts'
import { openService, type TestService } from '../service.fixture.ts'
import { createOriginSlots } from './lease/origin-slots.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'

/** Functions by which a test changes and reads the deliveries of a service. */
export interface DeliveriesUnderTest {
  readonly find: (deliveryId: string) => Promise<DeliveryView & { readonly kind: string | null }>
  /** Waits until the delivery is in one of these states. */
  readonly untilState: (deliveryId: string, ...states: readonly string[]) => Promise<DeliveryView>
  readonly eventsOf: (deliveryId: string) => Promise<string[]>
  /** Registers a submission, completes its assessment, and returns the delivery. */
  readonly deliveryOf: (submissionId: number) => Promise<string>
  readonly release: (deliveryId: string) => Promise<void>
  /** The submission in the simulator. */
  readonly upstreamOf: (submissionId: number) => ReturnType<TestService['upstream']['world']['submission']>
  readonly posts: (submissionId: number) => number
  readonly verifications: (submissionId: number) => number
  /** Makes the simulator misbehave at the next grade of the submission, once unless `times` is given. */
  readonly atGrade: (submissionId: number, action: FaultAction, times?: number) => void
  /** The same at the next verification. */
  readonly atVerification: (submissionId: number, action: FaultAction, times?: number) => void
  /** Moves the next verification of an ambiguous delivery to now. */
  readonly verifyNow: (deliveryId: string) => Promise<void>
}

/** What a worker of a service has whose steps the test runs itself, with the times of production. */
export const workerDepsOf = ({ deps }: TestService, change: Partial<WorkerDeps> = {}): WorkerDeps => ({
  ...deps,
  callbacks: createCallbackClient({
    limits: { connectMs: 5_000, verificationMs: 30_000, headersMs: 45_000, totalMs: 50_000 },
  }),
  slots: createOriginSlots(4),
  stopping: new AbortController().signal,
  ended: new AbortController().signal,
  times: {
    leaseS: 60,
    openLeaseS: 65,
    reaperS: 15,
    verificationLeaseS: 66,
    slotWaitMs: 22_000,
    verificationWaitMs: 30_000,
  },
  ...change,
})

/** The service of a test file, which ends with the file, and its deliveries. */
export async function openDeliveries(env?: Record<string, string>) {
  const service = await openService(env)
  return { service, deliveries: deliveriesUnderTest(service) }
}

export function deliveriesUnderTest(service: TestService): DeliveriesUnderTest {
  const {
    upstream,
    deps: { database },
  } = service
  const grader = (submissionId: number): string => `/api/v2/submissions/${submissionId}/grader`
  const detail = (submissionId: number): string => `/api/v2/submissions/${submissionId}`
  const find: DeliveriesUnderTest['find'] = async (deliveryId) => {
    const delivery = await findDelivery(database, deliveryId)
    if (delivery === null) throw new Error('no such delivery')
    return delivery
  }
  return {
    find,
    // `expect.poll` belongs to one test, so it fails where tests run at the same time.
    untilState: (deliveryId, ...states) =>
      vi.waitFor(
        async () => {
          const delivery = await find(deliveryId)
          expect(delivery.state).toBeOneOf([...states])
          return delivery
        },
        { timeout: 60_000, interval: 50 },
      ),
    eventsOf: async (deliveryId) => (await listDeliveryEvents(database, deliveryId)).map(({ event }) => event),
    deliveryOf: async (submissionId) => {
      await service.register(submissionId)
      return await service.complete(submissionId)
    },
    release: async (deliveryId) => {
      await service.markReleased([deliveryId])
      await database.transaction((tx) => releaseDelivery(tx, { deliveryId, courseId: 11, byUserId: 101 }))
    },
    upstreamOf: (submissionId) => upstream.world.submission(submissionId),
    posts: (submissionId) => upstream.journal.count({ method: 'POST', path: grader(submissionId) }),
    verifications: (submissionId) => upstream.journal.count({ method: 'GET', path: detail(submissionId) }),
    atGrade: (submissionId, action, times = 1) =>
      void upstream.faults.add({ method: 'POST', path: grader(submissionId), times, action }),
    atVerification: (submissionId, action, times = 1) =>
      void upstream.faults.add({ method: 'GET', path: detail(submissionId), times, action }),
    verifyNow: async (deliveryId) => {
      await service.database.query(
        'UPDATE delivery SET next_verification_at = clock_timestamp() WHERE id = $1 AND next_verification_at IS NOT NULL',
        [deliveryId],
      )
    },
  }
}
