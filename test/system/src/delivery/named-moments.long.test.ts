import { randomUUID } from 'node:crypto'
import { fullRun } from '@course-grading/data/testing/full-run'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { originDigest } from '@course-grading/sealing'
import { describe, expect } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import type { DatabaseProxy, Hold } from './database-proxy.ts'
import { it as onDeliveries } from './delivery-test.ts'
import { type DeliveryWorld, isFinal } from './delivery-world.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { arm, type Moment, moments, type Reached } from './named-moments.ts'
import { type NameServer, startNameServer } from './name-server.ts'
import type { Peer } from './peer.ts'
import { boundedTimes } from './time-limits.ts'

const rounds = fullRun ? 12 : 1
const roundMs = 240_000

describe('a worker that is killed', { timeout: rounds * roundMs }, () => {
  it('leaves each delivery, at any moment, in a state from which another worker can continue', async ({ scene }) => {
    for (let round = 1; round <= rounds; round += 1) {
      const stage = await openStage(scene)
      const held = await holdEverywhere(scene, stage)
      const leases = await leasesOf(scene, held)
      await letRun(stage)
      await Promise.all([kill(stage.victim), kill(stage.taker)])
      await letLeasesEnd(scene, leases, round)
      await expectFinalStates(scene, held, 'afterKill', `round ${round}: final states after a kill`)
      await scene.world.killWorkers()
    }
  })
})

describe('a worker that sleeps for longer than its leases', { timeout: rounds * roundMs }, () => {
  it('sends nothing a second time when it wakes up, after a stop at any moment', async ({ scene }) => {
    for (let round = 1; round <= rounds; round += 1) {
      const stage = await openStage(scene)
      const sleepers = [stage.victim, stage.taker]
      const held = await holdEverywhere(scene, stage)
      const leases = await leasesOf(scene, held)
      await letRun(stage)
      for (const { worker } of sleepers) worker.signal('SIGSTOP')
      await waitUntilStartsAreLate(scene)
      await letLeasesEnd(scene, leases, round)
      await expectFinalStates(scene, held, 'afterKill', `round ${round}: final states while it sleeps`)
      for (const { worker, proxy } of sleepers) {
        worker.signal('SIGCONT')
        proxy.releaseAll()
      }
      // A worker that wakes up may still record that a grade was accepted. Then it is ended, and completes what it has begun.
      await scene.world.until(
        `round ${round}: the sleeper to have recorded what it knows`,
        held,
        ({ id, state }) => state === held.find((each) => each.id === id)?.moment.afterPause[0],
        finalStateMs,
      )
      for (const { worker, proxy } of sleepers) {
        worker.signal('SIGINT')
        await worker.exited
        await proxy.close()
      }
      await expectFinalStates(scene, held, 'afterPause', `round ${round}: final states after a sleep`)
      await scene.world.killWorkers()
    }
  })
})

describe('every delivery of a worker that was killed or asleep', () => {
  it('was received at most once', async ({ scene: { world, everything } }) => {
    const rows = await world.find(everything)
    expect(rows.length).toBeGreaterThanOrEqual(moments.length * 2)
    expect(judge(world.ledger, rows)).toEqual([])
  })
})

interface Scene {
  readonly world: DeliveryWorld
  readonly names: NameServer
  /** For each moment. */
  readonly places: readonly { readonly peer: Peer; readonly origin: string }[]
  /** The deliveries of all tests. */
  readonly everything: string[]
}

async function openScene({ world }: { world: DeliveryWorld }, { onCleanup }: Fixture): Promise<Scene> {
  const names = await startNameServer()
  onCleanup(names.close)
  const certificate = world.certificate()
  const places: { peer: Peer; origin: string }[] = []
  for (const { scheme, name } of moments) {
    const peer = await world.peer(scheme === 'https' ? certificate : undefined)
    const origin = name === undefined ? peer.origin : peer.origin.replace('127.0.0.1', name)
    places.push({ peer, origin })
    if (name === undefined) continue
    names.lead(name, ['127.0.0.1'])
    world.allow(origin)
  }
  return { world, names, places, everything: [] }
}

interface Victim {
  readonly worker: ServiceProcess
  readonly proxy: DatabaseProxy
}

/** The workers that are stopped, and one that keeps running. */
interface Stage {
  /** Has a delivery at each moment. */
  readonly victim: Victim
  /** Takes back lost deliveries and leases none, so that it never takes back its own. */
  readonly taker: Victim
  readonly other: Victim
  /** Holds that keep the other worker from leasing the victim's deliveries. */
  readonly blockers: readonly Hold[]
}

/** Starts a worker that reaches its database through a proxy, so that it can be stopped in the middle of a statement. */
async function startVictim(
  { world, names }: Scene,
  prepare: (proxy: DatabaseProxy) => void = () => {},
): Promise<Victim> {
  const proxy = await world.proxy()
  prepare(proxy)
  return {
    proxy,
    worker: await world.worker({
      ...boundedTimes,
      NODE_OPTIONS: names.asResolver,
      DATABASE_URL: proxy.url,
      DATABASE_POOL_MAX: '20',
    }),
  }
}

const block = (proxy: DatabaseProxy, statement: string): Hold => proxy.hold({ statement, part: 'statement', about: '' })

async function openStage(scene: Scene): Promise<Stage> {
  const blockers: Hold[] = []
  const [victim, taker, other] = await Promise.all([
    startVictim(scene),
    startVictim(scene, (proxy) => void block(proxy, 'leaseDelivery')),
    startVictim(scene, (proxy) => void blockers.push(block(proxy, 'leaseDelivery'), block(proxy, 'reapExpiredLeases'))),
  ])
  return { victim, taker, other, blockers }
}

/** Lets the other worker run. Resolves when it has tried to lease a delivery and to take lost ones back. */
async function letRun({ other, blockers }: Stage): Promise<void> {
  const asked = ['leaseDelivery', 'reapExpiredLeases'].map((statement) =>
    other.proxy.hold({ statement, part: 'answer', about: '', once: true }),
  )
  for (const { release } of blockers) release()
  for (const { caught, release } of asked) {
    await caught
    release()
  }
}

interface Held {
  readonly moment: Moment
  readonly origin: string
  readonly id: string
  readonly submissionId: number
  readonly reached: Reached
}

/** Sends SIGKILL and closes the worker's connections. Statements that the proxy still holds never reach the database. */
async function kill({ worker, proxy }: Victim): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
  await proxy.close()
}

/**
 * Orders the moments: a worker waits only briefly for the reply to a send start, and leases nothing more while the reply to a
 * lease is held.
 */
const turnOf = ({ hold }: Moment): number =>
  hold?.part !== 'answer' ? 0 : ['startSend', 'leaseDelivery'].indexOf(hold.statement) + 1

/** Brings one delivery to each moment. */
async function holdEverywhere(scene: Scene, { victim, taker }: Stage): Promise<Held[]> {
  const { world, places, names, everything } = scene
  const held: Held[] = []
  for (const [index, moment] of moments.entries()) {
    const { peer, origin } = places[index]!
    const { proxy } = moment.isLost && moment.hold?.part === 'answer' ? taker : victim
    const { id, submissionId } = await world.deliver({ origin, feedbackBytes: moment.feedbackBytes ?? 20, held: true })
    held.push({ moment, origin, id, submissionId, reached: arm(moment, peer, proxy, id, names) })
    // On a slow machine the worker may give up waiting for its send start. It must not be able to record that.
    if (turnOf(moment) === 1) proxy.hold({ statement: 'recordUnsent', part: 'statement', about: id })
  }
  everything.push(...held.map(({ id }) => id))
  for (const turn of [0, 1, 2]) {
    const group = held.filter(({ moment }) => turnOf(moment) === turn && !moment.isLost)
    await Promise.all(group.map(({ id }) => world.release(id)))
    for (const each of group) await untilReached(each)
  }
  // Deliveries that are taken back are for the other worker.
  block(victim.proxy, 'leaseDelivery')
  const [beforeReap, afterReap] = held.filter(({ moment }) => moment.isLost) as [Held, Held]
  await untilReached(beforeReap)
  await lose(world, afterReap, held)
  await untilReached(afterReap)
  await lose(world, beforeReap, held)
  return held
}

const untilReached = ({ moment, reached }: Held): Promise<unknown> =>
  waitFor(`moment: ${moment.title}`, () => reached.isThere())

/** Leases the delivery for a worker that never continues. */
async function lose(world: DeliveryWorld, { id, origin }: Held, held: readonly Held[]): Promise<void> {
  await world.release(id)
  const fullOrigins = held
    .map((each) => each.origin)
    .filter((each) => each !== origin)
    .map(originDigest)
  const leased = await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 0.05, fullOrigins })
  expect(leased?.deliveryId).toBe(id)
}

/** One lease of a delivery. The next lease has another epoch. */
interface Lease {
  readonly id: string
  readonly epoch: number
}

const leasesOf = ({ world }: Scene, held: readonly Held[]): Promise<Lease[]> =>
  world.query<{ id: string; epoch: number }>(
    "SELECT id, epoch FROM delivery WHERE state = 'sending' AND id = ANY ($1)",
    [held.map(({ id }) => id)],
  )

/** In every other round the leases end by themselves, which takes long. In the others their end is set to now. */
async function letLeasesEnd({ world }: Scene, leases: readonly Lease[], round: number): Promise<void> {
  if (round % 2 === 0) return
  await world.query(
    `
    UPDATE delivery SET lease_until = clock_timestamp() FROM unnest($1::uuid[], $2::integer[]) AS lease (id, epoch)
    WHERE delivery.state = 'sending' AND delivery.id = lease.id AND delivery.epoch = lease.epoch`,
    [leases.map(({ id }) => id), leases.map(({ epoch }) => epoch)],
  )
}

/** Waits until a worker whose send has started would be too late to write. */
async function waitUntilStartsAreLate({ world }: Scene): Promise<void> {
  const [since] = await world.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  await waitFor(
    'send starts to be late',
    async () => {
      const [row] = await world.query<{ late: boolean }>(
        "SELECT clock_timestamp() - $1::timestamptz > interval '4 seconds' AS late",
        [since?.now],
      )
      return row?.late
    },
    finalStateMs,
  )
}

/**
 * Waits until each delivery is in a final state. Expects the named one, no lease taken back more than once, and no violation by what the peers
 * received.
 */
async function expectFinalStates(
  { world }: Scene,
  held: readonly Held[],
  when: 'afterKill' | 'afterPause',
  what: string,
): Promise<void> {
  const { ledger } = world
  const rows = await world.until(what, held, isFinal, finalStateMs)
  expect(
    rows.map(({ id, state }, index) => [
      held[index]?.moment.title,
      state,
      ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length,
    ]),
  ).toEqual(held.map(({ moment }) => [moment.title, ...moment[when]]))
  const histories = rows.filter((_, index) => held[index]?.moment.isLost).map(({ events }) => events.join(' '))
  expect(
    histories.filter(
      (events) => !events.includes('lease_expired:worker_lost') || /lease_expired:\w+ lease_expired:/.test(events),
    ),
  ).toEqual([])
  expect(judge(ledger, rows)).toEqual([])
  expect(begunWithoutStart(ledger, rows)).toEqual([])
}

const finalStateMs = 90_000

const it = onDeliveries.extend('scene', { scope: 'file' }, openScene)
