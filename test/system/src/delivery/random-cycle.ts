import { waitFor } from '../service-process.ts'
import type { HoldOptions } from './database-proxy.ts'
import type { Chance } from './chance.ts'
import type { DeliveryRow, DeliveryWorld } from './delivery-world.ts'
import type { Peer } from './peer.ts'
import type { Pulse } from './pulse.ts'
import type { RandomPlatform } from './random-platform.ts'
import type { RestartableWorker } from './restartable-worker.ts'

/** A delivery world in which cycles run one after the other. */
export interface Lane {
  readonly world: DeliveryWorld
  readonly peers: readonly Peer[]
  readonly platform: RandomPlatform
  readonly pulse: Pulse
  readonly workers: readonly RestartableWorker[]
  readonly chance: Chance
}

export interface CycleRecord {
  readonly ids: string[]
  /** The disturbances, in their order. */
  readonly disturbances: string[]
}

type Signal = 'kill' | 'short sleep' | 'long sleep'

const finalStateMs = 120_000
const signals: readonly Signal[] = ['kill', 'kill', 'short sleep', 'long sleep']
const statements = [
  'leaseDelivery',
  'startSend',
  'recordOutcome',
  'returnToPending',
  'recordUnsent',
  'reapExpiredLeases',
  'recordVerifiedAfter',
]

/**
 * Creates some deliveries, and sends at least one signal to a worker, at a random moment or in the middle of a send. Database statements are
 * held at random moments. One worker always keeps running. Resolves when each delivery is in the correct state. The first cycle of a lane
 * always kills a worker in the middle of a send.
 */
export async function playCycle(lane: Lane, record: CycleRecord, isFirst: boolean): Promise<void> {
  const { world, peers, platform, pulse, workers, chance } = lane
  const { ids, disturbances } = record
  const asleep = new Set<RestartableWorker>()
  const deliver = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1)
      ids.push((await world.deliver({ origin: chance.pick(peers).origin, feedbackBytes: feedback(chance) })).id)
  }
  const disturb = async (worker: RestartableWorker, when: string, kind: Signal): Promise<void> => {
    disturbances.push(`${kind} of ${workers.indexOf(worker)} ${when}`)
    if (kind === 'kill') return await worker.kill()
    worker.pause()
    asleep.add(worker)
    if (kind === 'long sleep') return
    await pulse.after(chance.whole(10))
    worker.wake()
    asleep.delete(worker)
  }
  /** A running worker, unless it is the only one. */
  const victim = (): RestartableWorker | undefined => {
    const present = workers.filter((worker) => worker.worker() !== null && !asleep.has(worker))
    return present.length > 1 ? chance.pick(present) : undefined
  }
  const inSend = isFirst || chance.happens(0.5) ? await keptDelivery(lane, ids) : null
  await deliver(2 + chance.whole(3))
  const holder = await inSend?.holder()
  if (chance.happens(0.5)) {
    const hold: HoldOptions = {
      statement: chance.pick(statements),
      part: chance.pick(['statement', 'answer'] as const),
      about: '',
      once: true,
    }
    const isShort = chance.happens(0.6)
    disturbances.push(`${isShort ? 'short' : 'long'} hold of ${hold.statement} by its ${hold.part}`)
    const { release } = chance.pick(workers).proxy.hold(hold)
    if (isShort) void pulse.after(chance.whole(20), 600).then(release)
  }
  if (holder !== undefined) await disturb(holder, 'in a send', isFirst ? 'kill' : chance.pick(signals))
  inSend?.answer()
  for (let left = inSend === null ? 1 + chance.whole(2) : chance.whole(2); left > 0; left -= 1) {
    await Promise.all([pulse.after(chance.whole(14)), deliver(1 + chance.whole(2))])
    const worker = victim()
    if (worker !== undefined) await disturb(worker, 'at random', chance.pick(signals))
  }
  if (chance.happens(0.3)) {
    disturbances.push('leases end early')
    await world.query(
      "UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND ordinal % 2 = $1",
      [chance.whole(2)],
    )
  }

  const restarted = Promise.all(workers.map((worker) => worker.start()))
  await untilFinal(lane, ids)
  for (const worker of asleep) worker.wake()
  for (const { proxy } of workers) proxy.releaseAll()
  await restarted
  await untilFinal(lane, ids)
  // The last byte of a send may come after the worker has given up or died.
  await waitFor(
    'every connection to be closed',
    () => peers.every((peer) => peer.lines().every(({ socket }) => socket.closed)),
    finalStateMs,
  )
  platform.showGrades(true)
  await untilCorrect(lane, ids)
  platform.showGrades(false)
}

const feedback = (chance: Chance): number => chance.pick([20, 20, 20, 20, 20_000, 20_000, 20_000, 1_900_000])

/** Creates a delivery whose grade the peer receives and does not reply to. `holder` resolves to the worker that sends it. */
async function keptDelivery({ world, peers, platform, workers, chance }: Lane, ids: string[]) {
  const { id, submissionId } = await world.deliver({ origin: chance.pick(peers).origin, held: true })
  ids.push(id)
  const { whole, answer } = platform.keep(submissionId)
  await world.release(id)
  return {
    answer,
    holder: async (): Promise<RestartableWorker> => {
      await whole
      return await waitFor('the worker that sends the grade', () => leasedBy(workers, id), finalStateMs)
    },
  }
}

/** The worker that leased the delivery last, according to the logs. */
function leasedBy(workers: readonly RestartableWorker[], id: string): RestartableWorker | undefined {
  const leases = workers.flatMap((worker) =>
    (worker.worker()?.logLines() ?? [])
      .filter(({ event, deliveryId }) => event === 'delivery_leased' && deliveryId === id)
      .map(({ time }) => ({ worker, time: String(time) })),
  )
  return leases.toSorted((one, other) => one.time.localeCompare(other.time)).at(-1)?.worker
}

/** Waits until every delivery is in a final state. Retries are made due at once. */
async function untilFinal({ world, pulse }: Lane, ids: readonly string[]): Promise<void> {
  let unfinished: DeliveryRow[] = []
  await waitFor(
    'final states',
    async () => {
      await pulse.after(4, 150)
      await world.query(
        `WITH due AS (
      UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND not_before > clock_timestamp() AND id = ANY ($1) RETURNING id)
      SELECT pg_notify('delivery_pending', '') FROM due`,
        [ids],
      )
      unfinished = (await world.find(ids)).filter(({ state }) => state === 'pending' || state === 'sending')
      return unfinished.length === 0
    },
    finalStateMs,
  ).catch((error: unknown) => {
    throw new Error(
      `deliveries without a final state:\n${unfinished.map(({ id, state, events }) => `${id} ${state} ${events.join(' ')}`).join('\n')}`,
      { cause: error },
    )
  })
}

/** Makes read-backs due repeatedly, until every delivery has the state that follows from what was received. */
async function untilCorrect({ world, platform, pulse }: Lane, ids: readonly string[]): Promise<void> {
  let wrong: string[] = []
  await waitFor(
    'every delivery to be in the correct state',
    async () => {
      wrong = (await world.find(ids)).flatMap((row) => platform.wrong(row) ?? [])
      if (wrong.length === 0) return true
      await world.query(
        "UPDATE delivery SET verifications = 0, next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND verification_lease_until IS NULL AND id = ANY ($1)",
        [ids],
      )
      await pulse.after(4, 500)
      return undefined
    },
    finalStateMs,
  ).catch((error: unknown) => {
    throw new Error(`wrong states:\n${wrong.join('\n')}`, { cause: error })
  })
}
