import { randomUUID } from 'node:crypto'
import type { StoredCapability } from '@course-grading/data/capabilities/capability-rows'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { recordResolution } from '@course-grading/data/delivery/resolve-delivery'
import type { Resolution } from '@course-grading/domain/delivery/resolve-delivery'
import { startSend } from '@course-grading/data/delivery/start-send'
import { completeSubmission, type TestCompletion } from '@course-grading/data/testing/complete-submission'
import { startServiceOfTest, type ServiceOfTest } from '@course-grading/test-service'
import { afterAll } from 'vitest'
import { openedService } from './app.ts'
import { configSchema } from './config/config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps/deps.ts'
import { type RunningDeliveries, startDeliveries } from './start-deliveries.ts'

export const graderSecret = 'dev-manual-grading-secret-0000000000'

export type TestService = ServiceOfTest<Deps> &
  GraderClient &
  GradingWork & {
    /** From here on its worker begins no new work. */
    readonly drain: () => void
  }

const deliveriesOf = new WeakMap<Deps, RunningDeliveries>()

/**
 * Limits that a test can wait for, but that are long enough for a busy machine. They relate to each other like the real ones.
 */
const shortTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '2000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '3000',
  CALLBACK_HEADERS_TIMEOUT_MS: '3000',
  CALLBACK_TOTAL_TIMEOUT_MS: '3500',
  DELIVERY_LEASE_S: '8',
  DELIVERY_OPEN_LEASE_S: '6',
  DELIVERY_REAPER_S: '1',
  DELIVERY_SETTLE_S: '8',
  DELIVERY_REGISTRATION_SETTLE_S: '0',
}

/** The times of production, so that no limit ends anything on a busy machine. */
export const patientTimes = {
  CALLBACK_CONNECT_TIMEOUT_MS: '5000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '30000',
  CALLBACK_HEADERS_TIMEOUT_MS: '45000',
  CALLBACK_TOTAL_TIMEOUT_MS: '50000',
  DELIVERY_LEASE_S: '60',
  DELIVERY_OPEN_LEASE_S: '65',
  DELIVERY_SETTLE_S: '180',
  SHUTDOWN_GRACE_S: '60',
}

/** The service in this process with the demo world, a separate simulator and a client. It only serves requests unless a ROLE is given. */
export async function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  return withClients(
    await startServiceOfTest(
      {
        definition: configSchema,
        role: 'manualGrading',
        createDeps,
        open: (deps, context) => {
          const deliveries = startDeliveries(deps, context)
          if (deliveries !== null) deliveriesOf.set(deps, deliveries)
          return openedService(deps, context, deliveries)
        },
        envFor: ({ url }) => ({
          CALLBACK_ALLOWED: `${url}/api/v2/submissions/*/grader|127.0.0.1/32`,
          ROLE: 'api',
          // Each has a connection of its own, and eight are needed where the slots of an origin are.
          DELIVERY_CONCURRENCY: '2',
          ...shortTimes,
        }),
      },
      env,
    ),
  )
}

/** The same for a test file, with whose tests it ends. */
export async function openService(env?: Record<string, string>): Promise<TestService> {
  const service = await startTestService(env)
  afterAll(() => service.stop())
  return service
}

/** Another process of the service over the same database and simulator. */
export const startReplica = async (service: TestService, env: Record<string, string> = {}): Promise<TestService> => ({
  ...withClients(await service.replica(env)),
  nextSubmissionId: service.nextSubmissionId,
})

const withClients = (service: ServiceOfTest<Deps>): TestService => {
  const client = graderClient(service.url)
  const drain = (): void => deliveriesOf.get(service.deps)?.drain()
  return { ...service, ...client, ...gradingWork(service, client), drain }
}

/** The parts of a request that differ from a valid one; null leaves a header out. */
interface GraderRequest {
  readonly secret?: string | null
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface GraderClient {
  /** `path` is below the boundary's prefix. */
  readonly request: (method: string, path: string, request?: GraderRequest) => Promise<Response>
}

function graderClient(url: string): GraderClient {
  return {
    request: (method, path, { secret = graderSecret, body, headers } = {}) =>
      fetch(`${url}/api/internal${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(secret !== null && { 'X-Service-Manual-Grading-Secret': secret }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        }),
      }),
  }
}

interface GradingWork {
  /** A submission of the demo world that neither this service nor a replica of it has been given. */
  readonly nextSubmissionId: () => number
  /** The registration of a submission to exercise 1103, as the isolated grader sends it. */
  readonly registrationOf: (submissionId: number, change?: object) => Record<string, unknown>
  readonly register: (submissionId: number, change?: object) => Promise<StoredCapability>
  /** Completes an assessment of the submission; returns its delivery. */
  readonly complete: (
    submissionId: number,
    change?: Partial<TestCompletion>,
    state?: 'pending' | 'held',
  ) => Promise<string>
  /** Marks the results of held deliveries as released by a teacher. The deliveries stay held. */
  readonly markReleased: (deliveryIds: readonly string[]) => Promise<unknown>
  /** Makes a pending delivery ambiguous, as if a worker had been lost in the middle of its send. */
  readonly putAmbiguous: (deliveryId: string) => Promise<void>
  /** Decides what becomes of a delivery, without waiting for the settle time. */
  readonly resolve: (deliveryId: string, as: Resolution, reason?: string) => ReturnType<typeof recordResolution>
  readonly sendAgain: (deliveryId: string, reason?: string) => ReturnType<typeof recordResolution>
}

function gradingWork(
  { upstream, deps, database, databaseAs }: ServiceOfTest<Deps>,
  { request }: GraderClient,
): GradingWork {
  const resolve: GradingWork['resolve'] = async (deliveryId, as, reason = 'Looked.') => {
    await database.query('UPDATE delivery_control SET settle_s = 0')
    return await deps.database.transaction((tx) =>
      recordResolution(tx, { deliveryId, courseId: 11, as, reason, byUserId: 101 }),
    )
  }
  const registrationOf: GradingWork['registrationOf'] = (submissionId, change = {}) => ({
    courseId: 11,
    exerciseId: 1103,
    submissionId,
    callbackUrl: upstream.submissionUrl(submissionId),
    maxPoints: 20,
    submitterIds: [submissionId],
    submittedAt: '2026-11-01T10:00:00Z',
    language: 'en',
    attempt: 1,
    ...change,
  })
  let lastSubmissionId = 20_000
  return {
    nextSubmissionId: () => (lastSubmissionId += 1),
    registrationOf,
    register: async function register(submissionId, change) {
      const reply = await request('POST', '/manual-grading/capabilities', {
        body: registrationOf(submissionId, change),
      })
      // Many at once may be more than a busy machine takes; graders try again, too.
      if (reply.status === 503) return await register(submissionId, change)
      if (!reply.ok) throw new Error(`registering ${submissionId} was answered ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as StoredCapability
    },
    complete: async (submissionId, change = {}, state = 'pending') =>
      completeSubmission(await databaseAs('frontendInternal'), {
        submissionId,
        points: '12.5',
        maxPoints: '20',
        feedbackHtml: '<p>Good work, ääkköset too.</p>',
        payload: '{"rubric":1}',
        graderId: 101,
        state,
        ...change,
      }),
    markReleased: (deliveryIds) =>
      database.query(
        `UPDATE completed_result SET released_at = now()
        WHERE id IN (SELECT result_id FROM delivery WHERE delivery.id = ANY ($1)) AND released_at IS NULL`,
        [deliveryIds],
      ),
    putAmbiguous: async (deliveryId) => {
      const lease = await leaseDelivery(deps.database, { workerId: randomUUID(), leaseS: 60 })
      if (lease?.deliveryId !== deliveryId || !(await startSend(deps.database, { ...lease, openLeaseS: 65 })))
        throw new Error('another one was due')
      await recordOutcome(deps.database, {
        ...lease,
        outcome: 'ambiguous',
        kind: 'timeout',
        phase: 'write_begun',
        status: null,
        diagnostics: '{}',
      })
    },
    resolve,
    sendAgain: (deliveryId, reason = 'It did not arrive.') => resolve(deliveryId, 'send_again', reason),
  }
}
