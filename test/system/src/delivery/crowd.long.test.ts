import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { ok } from './behaviour.ts'
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { answer, type Peer, type PeerPlay, ungraded } from './peer.ts'
import { patientTimes } from './time-limits.ts'

const count = fullRun ? { workers: 8, deliveries: 5000, origins: 7 } : { workers: 3, deliveries: 200, origins: 7 }
const limitMs = fullRun ? 1_200_000 : 240_000

let world: DeliveryWorld
let lockHolder: Awaited<ReturnType<DeliveryWorld['connection']>>
const peers: Peer[] = []
const workers: ServiceProcess[] = []
const ids: string[] = []
const everyWorkerHasLeased = Promise.withResolvers<void>()
/** The ids of submissions, once for each verification. */
const verified: number[] = []

/** The peers reply only when every worker has leased a delivery, so that no worker does everything alone. */
const play: PeerPlay = {
  verification: async ({ socket, submissionId, whole }) => {
    verified.push(submissionId)
    await Promise.all([whole, everyWorkerHasLeased.promise])
    socket.write(answer('200 OK', ungraded(submissionId)))
  },
  post: async ({ socket, whole }) => {
    await whole
    socket.write(ok)
  },
}

/** Creates as many deliveries at once as the pool of the world's database has connections. */
async function deliver(deliveries: number): Promise<void> {
  const end = ids.length + deliveries
  const one = async (): Promise<void> => {
    for (let index = ids.length; index < end; index = ids.length) {
      ids[index] = ''
      ids[index] = (await world.deliver({ origin: peers[index % peers.length]!.origin })).id
    }
  }
  await Promise.all([one(), one(), one()])
}

beforeAll(async () => {
  world = await startDeliveryWorld()
  const certificate = world.certificate()
  for (let number = 1; number <= count.origins; number += 1) {
    const peer = await world.peer(number % 2 === 0 ? certificate : undefined)
    peer.play(play)
    peers.push(peer)
  }
  await deliver(count.deliveries / 2)
  // Another session locks the first row. No worker may wait for that lock.
  lockHolder = await world.connection()
  await lockHolder.query('BEGIN')
  await lockHolder.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [ids[0]])
  const env = { ...patientTimes, DELIVERY_CONCURRENCY: '28', DATABASE_POOL_MAX: '6' }
  workers.push(...(await Promise.all(Array.from({ length: count.workers }, () => world.worker(env)))))
}, limitMs)
afterAll(async () => {
  lockHolder.release(true)
  await world.close()
})

const shareOf = (worker: ServiceProcess): number =>
  worker.logLines().filter(({ event }) => event === 'delivery_delivered').length

describe('many workers without a fault', { timeout: limitMs }, () => {
  it('send each of many grades to its origin exactly once, and record it as delivered', async () => {
    await waitFor(
      'every worker to have leased a delivery',
      60_000,
      () => workers.every((worker) => /"delivery_leased"/.test(worker.output())) || undefined,
    )
    everyWorkerHasLeased.resolve()
    await lockHolder.query('COMMIT')
    await deliver(count.deliveries / 2)
    await waitFor('every grade to be delivered', limitMs, async () => {
      const [left] = await world.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM delivery WHERE state IN ('pending', 'sending')",
      )
      return left?.count === 0 || undefined
    })
    await Promise.all(workers.map((worker) => worker.stop()))
    const rows = await world.find(ids)
    const { posts, begun } = world.ledger
    process.stdout.write(
      `crowd: ${posts.length} grades received of ${ids.length}, by the workers ${workers.map(shareOf).join(', ')}\n`,
    )
    expect(new Set(ids).size).toBe(count.deliveries)
    expect(
      Array.from(
        Map.groupBy(rows, ({ state }) => state),
        ([state, { length }]) => [state, length],
      ),
    ).toEqual([['delivered', count.deliveries]])
    expect([posts.length, new Set(posts.map(({ submissionId }) => submissionId)).size, begun.length]).toEqual([
      count.deliveries,
      count.deliveries,
      count.deliveries,
    ])
    expect([judge(world.ledger, rows), begunWithoutStart(world.ledger, rows)]).toEqual([[], []])
    // At most once before the send and once after it: no two workers had the same delivery.
    expect(
      Array.from(Map.groupBy(verified, (submissionId) => submissionId).values(), ({ length }) => length).filter(
        (length) => length > 2,
      ),
    ).toEqual([])
  })
})
