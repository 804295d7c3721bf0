import { randomUUID } from 'node:crypto'
import { leaseDelivery, type LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { listenForDeliveries } from '@course-grading/data/delivery/listen-for-deliveries'
import { leaseStandingVerification } from '@course-grading/data/delivery/standing-queries'
import { type LeasedVerification, leaseVerification } from '@course-grading/data/delivery/verification-queries'
import { startJob } from '@course-grading/jobs/start-job'
import { originDigest } from '@course-grading/sealing'
import { pauseAfterEmptyLease } from './lease/pause-after-empty-lease.ts'
import { deliver } from './deliver.ts'
import { startLoop } from './loop.ts'
import { readBackDelivery } from './verification/read-back.ts'
import { reap } from './reaper.ts'
import type { ServerWatch } from './database/server-watch.ts'
import { verifyStanding } from './verification/verify-standing.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'

interface WorkerOptions {
  readonly deps: WorkerDeps
  readonly server: ServerWatch
  readonly concurrency: number
  /** Address of the database, for a connection that only listens. */
  readonly databaseUrl: string
}

interface Worker {
  /** Resolves when nothing is in progress, after `deps.stopping` has aborted. */
  readonly finished: Promise<void>
}

/** Usually the database wakes the worker. A poll finds deliveries that have become due, and those whose wake-up was missed. */
const pollMs = 2_000
const checkServerEveryMs = 2_000
const maxReadBacks = 2
const maxStandingVerifications = 2

/** Delivers what is pending, verifies what is ambiguous, and ends the leases of lost workers. */
export function startWorker({ deps, server, concurrency, databaseUrl }: WorkerOptions): Worker {
  const { times, stopping, logger } = deps
  const shared = { pollMs, stopping, logger }
  const deliveries = startLoop({
    ...shared,
    concurrency,
    take: takeDelivery(deps, server),
    run: (delivery) => deliver(deps, delivery),
  })
  // After a verification its slot may be free for a delivery.
  const { take, run } = readBacksOf(deps)
  const readBacks = startLoop({
    ...shared,
    concurrency: maxReadBacks,
    take,
    run: (verification) => run(verification).finally(deliveries.wake),
  })
  const standingVerifications = startLoop({
    ...shared,
    concurrency: maxStandingVerifications,
    take: () => leaseStandingVerification(deps.database, { leaseS: times.verificationLeaseS }),
    run: (verification) => verifyStanding(deps, verification).finally(deliveries.wake),
  })
  const jobs = [
    startJob({ name: 'reaper', everyMs: times.reaperS * 1000, run: () => reap(deps), stopping, logger }),
    startJob({ name: 'server_check', everyMs: checkServerEveryMs, run: server.check, stopping, logger }),
  ]
  const listenerClosed = listenUntilStopped(databaseUrl, stopping, deliveries.wake)
  const loops = [deliveries, readBacks, standingVerifications]
  return {
    finished: Promise.all([
      ...loops.map((loop) => loop.finished),
      ...jobs.map((job) => job.ended),
      listenerClosed,
    ]).then(() => {}),
  }
}

/** Leases the next delivery, but none to an origin without a free slot: it would wait here and use up the concurrency. */
function takeDelivery({ database, logger, slots, times }: WorkerDeps, server: ServerWatch) {
  const workerId = randomUUID()
  return pauseAfterEmptyLease<LeasedDelivery>({
    fullOrigins: slots.full,
    lease: async (full) => {
      if (!server.isTrusted()) return null
      const lease = { workerId, leaseS: times.leaseS, fullOrigins: full.map(originDigest) }
      const delivery = await leaseDelivery(database, lease)
      if (delivery === null) return null
      const { deliveryId, sendNumber } = delivery
      logger.info('delivery leased', { event: 'delivery_leased', deliveryId, sendNumber })
      return delivery
    },
  })
}

/** Deliveries take every slot of a full origin, so one read-back at a time is leased there, and waits; all others only where a slot is free. */
function readBacksOf(deps: WorkerDeps) {
  const { database, slots, times } = deps
  let waiting: LeasedVerification | null = null
  return {
    take: async (): Promise<LeasedVerification | null> => {
      const [leaseS, fullOrigins] = [times.verificationLeaseS, slots.full().map(originDigest)]
      const elsewhere = await leaseVerification(database, { leaseS, fullOrigins })
      if (elsewhere !== null || fullOrigins.length === 0 || waiting !== null) return elsewhere
      waiting = await leaseVerification(database, { leaseS })
      return waiting
    },
    run: (verification: LeasedVerification): Promise<void> =>
      readBackDelivery(deps, verification).finally(() => {
        if (waiting === verification) waiting = null
      }),
  }
}

/** Calls `onPending` when the database says that a delivery is pending. Resolves when its connection is closed. */
function listenUntilStopped(url: string, stopping: AbortSignal, onPending: () => void): Promise<void> {
  const listener = listenForDeliveries({ url, applicationName: 'manual-grading listen', onPending })
  const { promise, resolve } = Promise.withResolvers<void>()
  stopping.addEventListener('abort', () => void listener.close().then(resolve), { once: true })
  return promise
}
