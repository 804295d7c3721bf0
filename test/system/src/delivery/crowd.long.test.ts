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
let somebody: Awaited<ReturnType<DeliveryWorld['connection']>>
const peers: Peer[] = []
const workers: ServiceProcess[] = []
const ids: string[] = []
const everybodyHasSome = Promise.withResolvers<void>()
/** Submissions, once for each look at them. */
const looks: number[] = []

/** Nobody is served before everybody has something to do: no worker does all of it alone. */
const play: PeerPlay = {
  look: async ({ socket, submissionId, whole }) => {
    looks.push(submissionId)
    await Promise.all([whole, everybodyHasSome.promise])
    socket.write(answer('200 OK', ungraded(submissionId)))
  },
  post: async ({ socket, whole }) => {
    await whole
    socket.write(ok)
  },
}

/** As many at once as the database is asked by. */
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
  // The first of all is somebody's, and nobody waits for it.
  somebody = await world.connection()
  await somebody.query('BEGIN')
  await somebody.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [ids[0]])
  const env = { ...patientTimes, DELIVERY_CONCURRENCY: '28', DATABASE_POOL_MAX: '6' }
  workers.push(...(await Promise.all(Array.from({ length: count.workers }, () => world.worker(env)))))
}, limitMs)
afterAll(async () => {
  somebody.release(true)
  await world.close()
})

const shareOf = (worker: ServiceProcess): number =>
  worker.logLines().filter(({ event }) => event === 'delivery_delivered').length

describe('many workers without a fault', { timeout: limitMs }, () => {
  it('bring each of many grades to its origin, once, and call it delivered', async () => {
    await waitFor(
      'everybody to have something',
      60_000,
      () => workers.every((worker) => /"delivery_leased"/.test(worker.output())) || undefined,
    )
    everybodyHasSome.resolve()
    await somebody.query('COMMIT')
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
    // Before its send and after it at most: nobody took what another one had.
    expect(
      Array.from(Map.groupBy(looks, (submissionId) => submissionId).values(), ({ length }) => length).filter(
        (length) => length > 2,
      ),
    ).toEqual([])
  })
})
