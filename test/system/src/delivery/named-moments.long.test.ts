import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data'
import { originDigest } from '@course-grading/sealing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { type DatabaseProxy, type Hold, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { arm, type Moment, moments, type Reached } from './named-moments.ts'
import { type NameServer, startNameServer } from './name-server.ts'
import type { Peer } from './peer.ts'
import { boundedTimes } from './time-limits.ts'

const rounds = fullRun ? 12 : 1
const roundMs = 240_000
const restMs = 90_000

interface Victim {
  readonly worker: ServiceProcess
  readonly proxy: DatabaseProxy
}

/** Those who stop, and one who goes on beside them. */
interface Stage {
  /** Has a delivery at each moment. */
  readonly victim: Victim
  /** Takes nothing but what others lost: nobody is at both ends of that at once. */
  readonly taker: Victim
  readonly other: Victim
  /** Keep the other one from taking what the victim is to have. */
  readonly keptOff: readonly Hold[]
}

let world: DeliveryWorld
let names: NameServer
const peers: Peer[] = []
const everything: string[] = []

beforeAll(async () => {
  world = await startDeliveryWorld()
  names = await startNameServer()
  const certificate = world.certificate()
  for (const { scheme } of moments) peers.push(await world.peer(scheme === 'https' ? certificate : undefined))
  for (const { name } of moments) if (name !== undefined) names.lead(name, ['127.0.0.1'])
  for (const [index, { name }] of moments.entries()) if (name !== undefined) world.allow(originOf(index))
})
afterAll(async () => {
  await world.close()
  await names.close()
})

const proxies: DatabaseProxy[] = []
afterEach(async () => {
  await world.killWorkers()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
})

function originOf(index: number): string {
  const { origin } = peers[index]!
  const { name } = moments[index]!
  return name === undefined ? origin : origin.replace('127.0.0.1', name)
}

/** Its database is the proxy's, so that it can be stopped in the middle of a statement. */
async function startVictim(prepare: (proxy: DatabaseProxy) => void = () => {}): Promise<Victim> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  proxies.push(proxy)
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

const keepOff = (proxy: DatabaseProxy, statement: string): Hold =>
  proxy.hold({ statement, part: 'statement', about: '' })

async function openStage(): Promise<Stage> {
  const keptOff: Hold[] = []
  const [victim, taker, other] = await Promise.all([
    startVictim(),
    startVictim((proxy) => void keepOff(proxy, 'leaseDelivery')),
    startVictim((proxy) => void keptOff.push(keepOff(proxy, 'leaseDelivery'), keepOff(proxy, 'reapExpiredLeases'))),
  ])
  return { victim, taker, other, keptOff }
}

/** The other one runs from now on, and has looked for something to take, and for something to take back, before anybody stops. */
async function letRun({ other, keptOff }: Stage): Promise<void> {
  const asked = ['leaseDelivery', 'reapExpiredLeases'].map((statement) =>
    other.proxy.hold({ statement, part: 'answer', about: '', once: true }),
  )
  for (const { release } of keptOff) release()
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

/** SIGKILL, and every one of its connections is gone; statements that had not left it never do. */
async function kill({ worker, proxy }: Victim): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
  await proxy.close()
}

/** A worker does not wait long for the answer of its send start, and takes nothing more while that of a lease is kept back. */
const turnOf = ({ hold }: Moment): number =>
  hold?.part !== 'answer' ? 0 : ['startSend', 'leaseDelivery'].indexOf(hold.statement) + 1

/** A delivery at each moment, and those who stop at it. */
async function holdEverywhere({ victim, taker }: Stage): Promise<Held[]> {
  const held: Held[] = []
  for (const [index, moment] of moments.entries()) {
    const [peer, origin, { proxy }] = [
      peers[index]!,
      originOf(index),
      moment.isLost && moment.hold?.part === 'answer' ? taker : victim,
    ]
    const { id, submissionId } = await world.deliver({ origin, feedbackBytes: moment.feedbackBytes ?? 20, held: true })
    held.push({ moment, origin, id, submissionId, reached: arm(moment, peer, proxy, id, names) })
    // Should it give the answer of its send start up all the same, on a machine that has no time for it, it cannot say so.
    if (turnOf(moment) === 1) proxy.hold({ statement: 'recordUnsent', part: 'statement', about: id })
  }
  everything.push(...held.map(({ id }) => id))
  for (const turn of [0, 1, 2]) {
    const group = held.filter(({ moment }) => turnOf(moment) === turn && !moment.isLost)
    await Promise.all(group.map(({ id }) => world.release(id)))
    for (const each of group) await untilThere(each)
  }
  // What is taken back is for the other one to bring.
  keepOff(victim.proxy, 'leaseDelivery')
  const [before, behind] = held.filter(({ moment }) => moment.isLost) as [Held, Held]
  await untilThere(before)
  await lose(behind, held)
  await untilThere(behind)
  await lose(before, held)
  return held
}

const untilThere = ({ moment, reached }: Held): Promise<unknown> =>
  waitFor(`moment: ${moment.title}`, 60_000, () => reached.isThere() || undefined)

/** Somebody has taken it, and is heard of no more. */
async function lose({ id, origin }: Held, held: readonly Held[]): Promise<void> {
  await world.release(id)
  const fullOrigins = held
    .map((each) => each.origin)
    .filter((each) => each !== origin)
    .map(originDigest)
  const leased = await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 0.05, fullOrigins })
  expect(leased?.deliveryId).toBe(id)
}

/** A lease that somebody has; whoever takes the delivery after it has another one. */
interface Lease {
  readonly id: string
  readonly epoch: number
}

const leasesOf = (held: readonly Held[]): Promise<Lease[]> =>
  world.query<{ id: string; epoch: number }>(
    "SELECT id, epoch FROM delivery WHERE state = 'sending' AND id = ANY ($1)",
    [held.map(({ id }) => id)],
  )

/** By themselves in every other round, which takes long; else as if their time had passed. */
async function letLeasesEnd(leases: readonly Lease[], round: number): Promise<void> {
  if (round % 2 === 0) return
  await world.query(
    `
    UPDATE delivery SET lease_until = clock_timestamp() FROM unnest($1::uuid[], $2::integer[]) AS lease (id, epoch)
    WHERE delivery.state = 'sending' AND delivery.id = lease.id AND delivery.epoch = lease.epoch`,
    [leases.map(({ id }) => id), leases.map(({ epoch }) => epoch)],
  )
}

/** A worker that started the send would not write any more. */
async function letStartsGrowLate(): Promise<void> {
  const [since] = await world.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  await waitFor('send starts to be late', restMs, async () => {
    const [row] = await world.query<{ late: boolean }>(
      "SELECT clock_timestamp() - $1::timestamptz > interval '4 seconds' AS late",
      [since?.now],
    )
    return row?.late || undefined
  })
}

/** Nothing is under way any more, and nothing waits. */
const restsOf = (held: readonly Held[], what: string): Promise<DeliveryRow[]> =>
  world.until(
    what,
    held.map(({ id }) => id),
    ({ state }) => state !== 'sending' && state !== 'pending',
    restMs,
  )

const receivedOf = (id: string): number => world.ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length

/** Each delivery at the rest that is named, with nobody's lease taken back more than once; and what the peers received. */
function expectRests(rows: readonly DeliveryRow[], held: readonly Held[], when: 'afterKill' | 'afterPause'): void {
  expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(id)])).toEqual(
    held.map(({ moment }) => [moment.title, ...moment[when]]),
  )
  const histories = rows.filter((_, index) => held[index]?.moment.isLost).map(({ events }) => events.join(' '))
  expect(
    histories.filter(
      (events) => !events.includes('lease_expired:worker_lost') || /lease_expired:\w+ lease_expired:/.test(events),
    ),
  ).toEqual([])
  expect([judge(world.ledger, rows), begunWithoutStart(world.ledger, rows)]).toEqual([[], []])
}

describe('a worker that is killed', { timeout: rounds * roundMs }, () => {
  it('leaves each delivery, wherever it was, as another worker must find it', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const stage = await openStage()
      const held = await holdEverywhere(stage)
      const leases = await leasesOf(held)
      await letRun(stage)
      await Promise.all([kill(stage.victim), kill(stage.taker)])
      await letLeasesEnd(leases, round)
      expectRests(await restsOf(held, `round ${round}: everything at rest after a kill`), held, 'afterKill')
      await world.killWorkers()
    }
  })
})

describe('a worker that sleeps for longer than its leases', { timeout: rounds * roundMs }, () => {
  it('sends nothing a second time when it wakes up, wherever it was', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const stage = await openStage()
      const sleepers = [stage.victim, stage.taker]
      const held = await holdEverywhere(stage)
      const leases = await leasesOf(held)
      await letRun(stage)
      for (const { worker } of sleepers) worker.signal('SIGSTOP')
      await letStartsGrowLate()
      await letLeasesEnd(leases, round)
      expectRests(await restsOf(held, `round ${round}: everything at rest while it sleeps`), held, 'afterKill')
      for (const { worker, proxy } of sleepers) {
        worker.signal('SIGCONT')
        proxy.releaseAll()
      }
      // It may still say that a grade was taken; then it ends when it has seen to the end all that it had begun.
      await world.until(
        `round ${round}: what the sleeper knows to be told`,
        held.map(({ id }) => id),
        ({ id, state }) => state === held.find((each) => each.id === id)?.moment.afterPause[0],
        restMs,
      )
      for (const { worker, proxy } of sleepers) {
        worker.signal('SIGINT')
        await worker.exited
        await proxy.close()
      }
      expectRests(await restsOf(held, `round ${round}: everything at rest after a sleep`), held, 'afterPause')
      await world.killWorkers()
    }
  })
})

describe('all that was killed or asleep', () => {
  it('was received once at most, whatever happened', async () => {
    const rows = await world.find(everything)
    expect(rows.length).toBeGreaterThanOrEqual(moments.length * 2)
    expect(judge(world.ledger, rows)).toEqual([])
  })
})
