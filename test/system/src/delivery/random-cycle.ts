import { waitFor } from '../service-process.ts'
import type { HoldOptions } from './database-proxy.ts'
import type { Chance } from './chance.ts'
import type { DeliveryRow, DeliveryWorld } from './delivery-world.ts'
import type { Peer } from './peer.ts'
import type { Pulse } from './pulse.ts'
import type { RandomPlatform } from './random-platform.ts'
import type { WorkerStation } from './worker-station.ts'

/** A world of its own, in which one cycle comes after the other. */
export interface Lane {
  readonly world: DeliveryWorld
  readonly peers: readonly Peer[]
  readonly platform: RandomPlatform
  readonly pulse: Pulse
  readonly stations: readonly WorkerStation[]
  readonly chance: Chance
}

export interface CycleStory {
  readonly ids: string[]
  /** What was done, in its order. */
  readonly blows: string[]
}

type Signal = 'kill' | 'short sleep' | 'long sleep'

const restMs = 120_000
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
 * Some deliveries, and a signal or more to those who bring them, at a random moment or in the middle of a send, with their database
 * at a random moment of its own; another worker is always there. Resolves when each delivery is where it must be. The first of a
 * lane is not left to chance: a kill in the middle of a send.
 */
export async function playCycle(lane: Lane, story: CycleStory, isFirst: boolean): Promise<void> {
  const { world, peers, platform, pulse, stations, chance } = lane
  const { ids, blows } = story
  const asleep = new Set<WorkerStation>()
  const deliver = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1)
      ids.push((await world.deliver({ origin: chance.pick(peers).origin, feedbackBytes: feedback(chance) })).id)
  }
  const strike = async (station: WorkerStation, when: string, kind: Signal): Promise<void> => {
    blows.push(`${kind} of ${stations.indexOf(station)} ${when}`)
    if (kind === 'kill') return await station.kill()
    station.pause()
    asleep.add(station)
    if (kind === 'long sleep') return
    await pulse.after(chance.whole(10))
    station.wake()
    asleep.delete(station)
  }
  /** Whoever is there; never the last one. */
  const victim = (): WorkerStation | undefined => {
    const present = stations.filter((station) => station.worker() !== null && !asleep.has(station))
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
    blows.push(`${isShort ? 'short' : 'long'} hold of ${hold.statement} by its ${hold.part}`)
    const { release } = chance.pick(stations).proxy.hold(hold)
    if (isShort) void pulse.after(chance.whole(20), 600).then(release)
  }
  if (holder !== undefined) await strike(holder, 'in a send', isFirst ? 'kill' : chance.pick(signals))
  inSend?.answer()
  for (let left = inSend === null ? 1 + chance.whole(2) : chance.whole(2); left > 0; left -= 1) {
    await Promise.all([pulse.after(chance.whole(14)), deliver(1 + chance.whole(2))])
    const station = victim()
    if (station !== undefined) await strike(station, 'at random', chance.pick(signals))
  }
  if (chance.happens(0.3)) {
    blows.push('leases end early')
    await world.query(
      "UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND ordinal % 2 = $1",
      [chance.whole(2)],
    )
  }

  const restarted = Promise.all(stations.map((station) => station.start()))
  await untilRest(lane, ids)
  for (const station of asleep) station.wake()
  for (const { proxy } of stations) proxy.releaseAll()
  await restarted
  await untilRest(lane, ids)
  // Of what was sent, the last byte may come after the sender has given it up, or has died.
  await waitFor(
    'nothing on its way',
    restMs,
    () => peers.every((peer) => peer.lines().every(({ socket }) => socket.closed)) || undefined,
  )
  platform.showGrades(true)
  await untilRight(lane, ids)
  platform.showGrades(false)
}

const feedback = (chance: Chance): number => chance.pick([20, 20, 20, 20, 20_000, 20_000, 20_000, 1_900_000])

/** One whose grade is taken and not answered, and who sends it. */
async function keptDelivery({ world, peers, platform, stations, chance }: Lane, ids: string[]) {
  const { id, submissionId } = await world.deliver({ origin: chance.pick(peers).origin, held: true })
  ids.push(id)
  const { whole, answer } = platform.keep(submissionId)
  await world.release(id)
  return {
    answer,
    holder: async (): Promise<WorkerStation> => {
      await whole
      return await waitFor('who sends it', restMs, () => leasedBy(stations, id))
    },
  }
}

/** By its log, who has it, or had it last. */
function leasedBy(stations: readonly WorkerStation[], id: string): WorkerStation | undefined {
  const leases = stations.flatMap((station) =>
    (station.worker()?.logLines() ?? [])
      .filter(({ event, deliveryId }) => event === 'delivery_leased' && deliveryId === id)
      .map(({ time }) => ({ station, time: String(time) })),
  )
  return leases.toSorted((one, other) => one.time.localeCompare(other.time)).at(-1)?.station
}

/** Nothing is under way, and nothing waits: what would wait for a while does not. */
async function untilRest({ world, pulse }: Lane, ids: readonly string[]): Promise<void> {
  let moving: DeliveryRow[] = []
  await waitFor('rest', restMs, async () => {
    await pulse.after(4, 150)
    await world.query(
      `WITH hurried AS (
      UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND not_before > clock_timestamp() AND id = ANY ($1) RETURNING id)
      SELECT pg_notify('delivery_pending', '') FROM hurried`,
      [ids],
    )
    moving = (await world.find(ids)).filter(({ state }) => state === 'pending' || state === 'sending')
    return moving.length === 0 || undefined
  }).catch((error: unknown) => {
    throw new Error(
      `no rest:\n${moving.map(({ id, state, events }) => `${id} ${state} ${events.join(' ')}`).join('\n')}`,
      { cause: error },
    )
  })
}

/** What is unclear is looked up at once, again and again: what was received is found. */
async function untilRight({ world, platform, pulse }: Lane, ids: readonly string[]): Promise<void> {
  let wrong: string[] = []
  await waitFor('every delivery where it must be', restMs, async () => {
    wrong = (await world.find(ids)).flatMap((row) => platform.wrong(row) ?? [])
    if (wrong.length === 0) return true
    await world.query(
      "UPDATE delivery SET verifications = 0, next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND verification_lease_until IS NULL AND id = ANY ($1)",
      [ids],
    )
    await pulse.after(4, 500)
    return undefined
  }).catch((error: unknown) => {
    throw new Error(`wrong states:\n${wrong.join('\n')}`, { cause: error })
  })
}
