import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { arm, type Moment, moments, type Reached } from './named-moments.ts'
import type { Peer } from './peer.ts'
import { boundedTimes } from './time-limits.ts'

const rounds = fullRun ? 12 : 1
const roundMs = 240_000
const restMs = 90_000

interface Victim {
  readonly worker: ServiceProcess
  readonly proxy: DatabaseProxy
}

let world: DeliveryWorld
const peers: Peer[] = []
const everything: string[] = []

beforeAll(async () => {
  world = await startDeliveryWorld()
  const certificate = world.certificate()
  for (const { scheme } of moments) peers.push(await world.peer(scheme === 'https' ? certificate : undefined))
})
afterAll(() => world.close())

const proxies: DatabaseProxy[] = []
afterEach(async () => {
  await world.killWorkers()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
})

/** Its database is the proxy's, so that it can be stopped in the middle of a statement. */
async function startVictim(prepare: (proxy: DatabaseProxy) => void = () => {}): Promise<Victim> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  proxies.push(proxy)
  prepare(proxy)
  return { proxy, worker: await world.worker({ ...boundedTimes, DATABASE_URL: proxy.url, DATABASE_POOL_MAX: '20' }) }
}

interface Held {
  readonly moment: Moment
  readonly id: string
  readonly submissionId: number
  readonly reached: Reached
}

/** One that is there already, and takes nothing before it is woken. */
async function startSleeper(): Promise<Victim> {
  const sleeper = await startVictim()
  sleeper.worker.signal('SIGSTOP')
  return sleeper
}

/** SIGKILL, and every one of its connections is gone; statements that had not left it never do. */
async function kill({ worker, proxy }: Victim): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
  await proxy.close()
}

/** A worker does not wait long for the answer of its door, and takes nothing more while that of a lease is kept back. */
const turnOf = ({ hold }: Moment): number => (hold?.part !== 'answer' ? 0 : ['passDoor', 'leaseDelivery'].indexOf(hold.statement) + 1)

/** A delivery at each moment, all of them with this one worker. */
async function holdEverywhere({ proxy }: Victim): Promise<Held[]> {
  const held: Held[] = []
  for (const [index, moment] of moments.entries()) {
    const peer = peers[index]!
    const { id, submissionId } = await world.deliver({ origin: peer.origin, feedbackBytes: moment.feedbackBytes ?? 20, held: true })
    held.push({ moment, id, submissionId, reached: arm(moment, peer, proxy, id) })
    // Should it give the answer of its door up all the same, on a machine that has no time for it, it cannot say so.
    if (turnOf(moment) === 1) proxy.hold({ statement: 'recordUnsent', part: 'statement', about: id })
  }
  everything.push(...held.map(({ id }) => id))
  for (const turn of [0, 1, 2]) {
    const group = held.filter(({ moment }) => turnOf(moment) === turn)
    await Promise.all(group.map(({ id }) => world.release(id)))
    for (const { moment, reached } of group) {
      await waitFor(`moment: ${moment.title}`, 60_000, () => reached.isThere() || undefined)
    }
  }
  return held
}

/** By themselves in every other round, which takes long; else as if their time had passed. */
async function letLeasesEnd(held: readonly Held[], round: number): Promise<void> {
  if (round % 2 === 0) return
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND id = ANY ($1)", [held.map(({ id }) => id)])
}

/** A worker that passed its door would not write any more. */
async function letDoorsGrowLate(): Promise<void> {
  const [since] = await world.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  await waitFor('doors to be late', restMs, async () => {
    const [row] = await world.query<{ late: boolean }>("SELECT clock_timestamp() - $1::timestamptz > interval '4 seconds' AS late", [since?.now])
    return row?.late || undefined
  })
}

/** Nothing is under way any more, and nothing waits. */
const restsOf = (held: readonly Held[], what: string): Promise<DeliveryRow[]> =>
  world.until(what, held.map(({ id }) => id), ({ state }) => state !== 'sending' && state !== 'pending', restMs)

const receivedOf = (id: string): number => world.ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length

describe('a worker that is killed', { timeout: rounds * roundMs }, () => {
  it('leaves each delivery, wherever it was, as another worker must find it', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const [victim, other] = [await startVictim(), await startSleeper()]
      const held = await holdEverywhere(victim)
      await kill(victim)
      await letLeasesEnd(held, round)
      other.worker.signal('SIGCONT')
      const rows = await restsOf(held, `round ${round}: everything at rest after a kill`)
      expect(rows.map(({ id, state }, index) => [held[index]?.moment.title, state, receivedOf(id)]))
        .toEqual(held.map(({ moment }) => [moment.title, ...moment.afterKill]))
      expect(judge(world.ledger, rows)).toEqual([])
      await world.killWorkers()
    }
  })

  it('may be killed while it takes back what another one lost', async () => {
    const [peer] = peers
    peer!.play({})
    for (const part of ['statement', 'answer'] as const) {
      const { id } = await world.deliver({ origin: peer!.origin })
      const leased = await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 0.3 })
      expect(leased?.deliveryId).toBe(id)
      const reaping = Promise.withResolvers<void>()
      const victim = await startVictim((proxy) => {
        // What it takes back is not its own to bring.
        proxy.hold({ statement: 'leaseDelivery', part: 'statement', about: '' })
        void proxy.hold({ statement: 'reapExpiredLeases', part, about: part === 'answer' ? id : '', byAnswer: true }).caught.then(reaping.resolve)
      })
      await reaping.promise
      await startVictim()
      await kill(victim)
      const [row] = await world.until('the delivery to arrive', [id], ({ state }) => state === 'delivered', restMs)
      // Each lease is taken back once: a machine without time may lose another one.
      const lapses = row?.events.join(' ').match(/lapsed:\w+(?: lapsed:\w+)*/g) ?? []
      expect([new Set(lapses), receivedOf(id)]).toEqual([new Set(['lapsed:worker_lost']), 1])
      await world.killWorkers()
    }
  })
})

describe('a worker that sleeps for longer than its leases', { timeout: rounds * roundMs }, () => {
  it('sends nothing a second time when it wakes up, wherever it was', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const [victim, other] = [await startVictim(), await startSleeper()]
      const held = await holdEverywhere(victim)
      victim.worker.signal('SIGSTOP')
      await letDoorsGrowLate()
      await letLeasesEnd(held, round)
      other.worker.signal('SIGCONT')
      const asleep = await restsOf(held, 'everything at rest while it sleeps')
      expect(judge(world.ledger, asleep)).toEqual([])
      victim.worker.signal('SIGCONT')
      victim.proxy.releaseAll()
      // It ends when it has seen to the end all that it had begun.
      victim.worker.signal('SIGINT')
      await victim.worker.exited
      await victim.proxy.close()
      const rows = await restsOf(held, `round ${round}: everything at rest after a sleep`)
      const wrong = rows.flatMap(({ state, events }, index) => (held[index]?.moment.afterPause.includes(state) ? [] : [`${held[index]?.moment.title}: ${events.join(' ')}`]))
      expect([wrong, judge(world.ledger, rows)]).toEqual([[], []])
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
