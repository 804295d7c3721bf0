import { randomUUID } from 'node:crypto'
import {
  leaseDelivery,
  type LeasedDelivery,
  type LeasedVerification,
  leaseVerification,
  leaseStandingVerification,
  listenForDeliveries,
} from '@course-grading/data'
import { startJob } from '@course-grading/jobs'
import { originDigest } from '@course-grading/sealing'
import { askBesideFullOrigins } from './lease/ask-beside-full-origins.ts'
import { deliver } from './deliver.ts'
import { startLoop } from './loop.ts'
import { lookUp } from './verification/read-back.ts'
import { reap } from './lease/reaper.ts'
import type { ServerWatch } from './database/server-watch.ts'
import { verifyStanding } from './verification/verify-standing.ts'
import type { WorkerDeps } from './worker-deps.ts'

export interface WorkerOptions {
  readonly deps: WorkerDeps
  readonly server: ServerWatch
  readonly concurrency: number
  /** Of the database, for a connection that only listens. */
  readonly databaseUrl: string
}

export interface Worker {
  /** Resolves when nothing is under way any more, once `deps.stopping` says to stop. */
  readonly over: Promise<void>
}

/** Mostly the database calls; this finds what was put off, and what was called while nobody listened. */
const askEveryMs = 2_000
const watchServerEveryMs = 2_000
const readBacksAtOnce = 2
const standingVerificationsAtOnce = 2

/** Delivers what is pending, looks up what is ambiguous, and takes back what lost workers held, until it is stopped. */
export function startWorker({ deps, server, concurrency, databaseUrl }: WorkerOptions): Worker {
  const { database, times, stopping, logger, places } = deps
  const workerId = randomUUID()
  const deliveries = startLoop({
    concurrency,
    everyMs: askEveryMs,
    stopping,
    logger,
    // Of what leads to an origin without a place nothing is taken: it would wait here, and keep others from what they could do.
    take: askBesideFullOrigins<LeasedDelivery>({
      fullOrigins: places.full,
      ask: async (full) => {
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
  // Deliveries take each place that becomes free, so that a look at a full origin would never find one: one of them waits in its
  // turn, which deliveries do not. The others look elsewhere meanwhile.
  let waiting: LeasedVerification | null = null
  const takeVerification = async (): Promise<LeasedVerification | null> => {
    const [leaseS, fullOrigins] = [times.verificationLeaseS, places.full().map(originDigest)]
    const elsewhere = await leaseVerification(database, { leaseS, fullOrigins })
    if (elsewhere !== null || fullOrigins.length === 0 || waiting !== null) return elsewhere
    waiting = await leaseVerification(database, { leaseS })
    return waiting
  }
  const looks = startLoop({
    concurrency: readBacksAtOnce,
    everyMs: askEveryMs,
    stopping,
    logger,
    take: takeVerification,
    run: (look) =>
      lookUp(deps, look).finally(() => {
        if (waiting === look) waiting = null
        // A place at its origin may be free now.
        deliveries.wake()
      }),
  })
  const standingVerifications = startLoop({
    concurrency: standingVerificationsAtOnce,
    everyMs: askEveryMs,
    stopping,
    logger,
    take: () => leaseStandingVerification(database, { leaseS: times.verificationLeaseS }),
    run: (look) => verifyStanding(deps, look).finally(deliveries.wake),
  })
  const reaper = startJob({ name: 'reaper', everyMs: times.reaperS * 1000, run: () => reap(deps), stopping, logger })
  const watch = startJob({ name: 'server_watch', everyMs: watchServerEveryMs, run: server.ask, stopping, logger })
  const listener = listenForDeliveries({
    url: databaseUrl,
    applicationName: 'manual-grading listen',
    onPending: deliveries.wake,
  })
  const { promise: silent, resolve: fallSilent } = Promise.withResolvers<void>()
  stopping.addEventListener('abort', () => void listener.close().then(fallSilent), { once: true })
  return {
    over: Promise.all([
      deliveries.over,
      looks.over,
      standingVerifications.over,
      reaper.ended,
      watch.ended,
      silent,
    ]).then(() => {}),
  }
}
