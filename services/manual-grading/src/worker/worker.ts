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
import { reap } from './lease/reaper.ts'
import type { ServerWatch } from './database/server-watch.ts'
import { verifyStanding } from './verification/verify-standing.ts'
import type { WorkerDeps } from './worker-deps.ts'

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

/** Delivers what is pending, verifies what is ambiguous or may have changed, and ends the leases of lost workers. */
export function startWorker({ deps, server, concurrency, databaseUrl }: WorkerOptions): Worker {
  const { database, times, stopping, logger, slots } = deps
  const workerId = randomUUID()
  const deliveries = startLoop({
    concurrency,
    pollMs,
    stopping,
    logger,
    // A delivery to an origin without a free slot is not leased: it would wait here and use up the concurrency.
    take: pauseAfterEmptyLease<LeasedDelivery>({
      fullOrigins: slots.full,
      lease: async (full) => {
        if (!server.isTrusted()) return null
        const delivery = await leaseDelivery(database, {
          workerId,
          leaseS: times.leaseS,
          fullOrigins: full.map(originDigest),
        })
        if (delivery !== null) {
          logger.info('delivery leased', {
            event: 'delivery_leased',
            deliveryId: delivery.deliveryId,
            sendNumber: delivery.sendNumber,
          })
        }
        return delivery
      },
    }),
    run: (delivery) => deliver(deps, delivery),
  })
  // Deliveries take every slot of a full origin. So one read-back at a time is leased although its origin is full, and waits; all others
  // are leased only for origins with a free slot.
  let waitingReadBack: LeasedVerification | null = null
  const takeVerification = async (): Promise<LeasedVerification | null> => {
    const [leaseS, fullOrigins] = [times.verificationLeaseS, slots.full().map(originDigest)]
    const elsewhere = await leaseVerification(database, { leaseS, fullOrigins })
    if (elsewhere !== null || fullOrigins.length === 0 || waitingReadBack !== null) return elsewhere
    waitingReadBack = await leaseVerification(database, { leaseS })
    return waitingReadBack
  }
  const readBacks = startLoop({
    concurrency: maxReadBacks,
    pollMs,
    stopping,
    logger,
    take: takeVerification,
    run: (verification) =>
      readBackDelivery(deps, verification).finally(() => {
        if (waitingReadBack === verification) waitingReadBack = null
        // The slot of the read-back may now be free for a delivery.
        deliveries.wake()
      }),
  })
  const standingVerifications = startLoop({
    concurrency: maxStandingVerifications,
    pollMs,
    stopping,
    logger,
    take: () => leaseStandingVerification(database, { leaseS: times.verificationLeaseS }),
    run: (verification) => verifyStanding(deps, verification).finally(deliveries.wake),
  })
  const reaper = startJob({ name: 'reaper', everyMs: times.reaperS * 1000, run: () => reap(deps), stopping, logger })
  const serverCheck = startJob({
    name: 'server_check',
    everyMs: checkServerEveryMs,
    run: server.check,
    stopping,
    logger,
  })
  const listener = listenForDeliveries({
    url: databaseUrl,
    applicationName: 'manual-grading listen',
    onPending: deliveries.wake,
  })
  const { promise: listenerClosed, resolve: onListenerClosed } = Promise.withResolvers<void>()
  stopping.addEventListener('abort', () => void listener.close().then(onListenerClosed), { once: true })
  return {
    finished: Promise.all([
      deliveries.finished,
      readBacks.finished,
      standingVerifications.finished,
      reaper.ended,
      serverCheck.ended,
      listenerClosed,
    ]).then(() => {}),
  }
}
