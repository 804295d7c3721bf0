import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect, onTestFinished } from 'vitest'
import { waitFor } from '../service-process.ts'
import { ok } from './behaviour.ts'
import { it } from './delivery-test.ts'
import { begunWithoutStart, judge } from './ledger.ts'
import { answer, type PeerPlay, ungraded } from './peer.ts'
import { patientTimes } from './time-limits.ts'

const limitMs = fullRun ? 1_200_000 : 240_000

describe('many workers without a fault', { timeout: limitMs }, () => {
  it('send each of many grades to its origin exactly once, and record it as delivered', async ({ world }) => {
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
    const certificate = world.certificate()
    const peers = await Promise.all(
      Array.from({ length: count.origins }, (_, index) => world.peer(index % 2 === 0 ? undefined : certificate)),
    )
    for (const peer of peers) peer.play(play)
    const ids: string[] = []
    /** Creates as many deliveries at once as the pool of the world's database has connections. */
    const deliver = async (end: number): Promise<void> => {
      const one = async (): Promise<void> => {
        for (let index = ids.length; index < end; index = ids.length) {
          ids[index] = ''
          ids[index] = (await world.deliver({ origin: peers[index % peers.length]!.origin })).id
        }
      }
      await Promise.all([one(), one(), one()])
    }
    await deliver(count.deliveries / 2)
    // Another session locks the first row. No worker may wait for that lock.
    const lockHolder = await world.connection()
    onTestFinished(() => lockHolder.release(true))
    await lockHolder.query('BEGIN')
    await lockHolder.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [ids[0]])
    const env = { ...patientTimes, DELIVERY_CONCURRENCY: '28', DATABASE_POOL_MAX: '6' }
    const workers = await Promise.all(Array.from({ length: count.workers }, () => world.worker(env)))

    await waitFor('every worker to have leased a delivery', () =>
      workers.every((worker) => /"delivery_leased"/.test(worker.output())),
    )
    everyWorkerHasLeased.resolve()
    await lockHolder.query('COMMIT')
    await deliver(count.deliveries)
    await waitFor(
      'every grade to be delivered',
      async () => {
        const [left] = await world.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM delivery WHERE state IN ('pending', 'sending')",
        )
        return left?.count === 0
      },
      limitMs,
    )
    await Promise.all(workers.map((worker) => worker.stop()))
    const rows = await world.find(ids)
    const { posts, begun } = world.ledger
    const shares = workers.map(
      (worker) => worker.logLines().filter(({ event }) => event === 'delivery_delivered').length,
    )
    process.stdout.write(
      `crowd: ${posts.length} grades received of ${ids.length}, by the workers ${shares.join(', ')}\n`,
    )
    expect(new Set(ids).size).toBe(count.deliveries)
    expect(rows).toHaveLength(count.deliveries)
    expect(rows.filter(({ state }) => state !== 'delivered')).toEqual([])
    expect(posts).toHaveLength(count.deliveries)
    expect(new Set(posts.map(({ submissionId }) => submissionId)).size).toBe(count.deliveries)
    expect(begun).toHaveLength(count.deliveries)
    expect(judge(world.ledger, rows)).toEqual([])
    expect(begunWithoutStart(world.ledger, rows)).toEqual([])
    // At most once before the send and once after it: no two workers had the same delivery.
    expect(
      [...Map.groupBy(verified, (submissionId) => submissionId).values()].filter(({ length }) => length > 2),
    ).toEqual([])
  })
})

const count = fullRun ? { workers: 8, deliveries: 5000, origins: 7 } : { workers: 3, deliveries: 200, origins: 7 }
