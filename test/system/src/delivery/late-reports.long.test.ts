import { resolveDelivery } from '@course-grading/data/delivery/resolve-delivery'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryWorld, shortTimes, startDeliveryWorld } from './delivery-world.ts'
import { ok } from './behaviour.ts'
import { judge } from './ledger.ts'
import { type Exchange, type Peer, answer } from './peer.ts'

let world: DeliveryWorld
let peer: Peer
beforeAll(async () => {
  world = await startDeliveryWorld()
  peer = await world.peer()
})
afterAll(() => world.close())
afterEach(() => world.killWorkers())

async function startSleeper(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const sleeper = await world.worker(env)
  sleeper.signal('SIGSTOP')
  return sleeper
}

/** The peer receives every grade completely, and does not reply. */
function keepPosts(): Exchange[] {
  const kept: Exchange[] = []
  peer.play({
    post: async (exchange) => {
      await exchange.whole
      kept.push(exchange)
    },
  })
  return kept
}

describe('a worker that slept while a person had its grade sent again', { timeout: 600_000 }, () => {
  it('reports nothing about the send of another worker', async () => {
    const posts = keepPosts()
    const victim = await world.worker()
    const other = await startSleeper({
      CALLBACK_HEADERS_TIMEOUT_MS: '20000',
      CALLBACK_TOTAL_TIMEOUT_MS: '21000',
      DELIVERY_OPEN_LEASE_S: '25',
      DELIVERY_SETTLE_S: '30',
      SHUTDOWN_GRACE_S: '30',
    })
    const { id } = await world.deliver({ origin: peer.origin })
    const first = await waitFor('the first send', 60_000, () => posts[0])
    victim.signal('SIGSTOP')
    other.signal('SIGCONT')
    await world.until('the first send to be ambiguous', [id], ({ state }) => state === 'ambiguous')
    await waitFor('the first send to have settled', 60_000, async () => {
      const { outcome } = await world.database.transaction((tx) =>
        resolveDelivery(tx, {
          deliveryId: id,
          courseId: 11,
          as: 'send_again',
          reason: 'It did not arrive.',
          byUserId: 101,
        }),
      )
      return outcome === 'resolved' ? true : undefined
    })
    const second = await waitFor('the second send', 60_000, () => posts[1])

    first.socket.write(answer('400 Bad Request', ''))
    victim.signal('SIGCONT')
    await waitFor('the first worker to have reported its outcome', 60_000, () =>
      victim
        .logLines()
        .find(
          ({ event, deliveryId }) =>
            deliveryId === id && (event === 'delivery_refused' || event === 'delivery_ambiguous'),
        ),
    )
    second.socket.write(ok)
    const [row] = await world.until('the second send to be recorded', [id], ({ state }) => state !== 'sending')
    expect(row).toMatchObject({
      state: 'delivered',
      sends: ['1 ambiguous worker_lost', '2 delivered accepted write_begun'],
    })
    expect(judge(world.ledger, [{ ...row!, again: true }])).toEqual([])
  })
})

describe('a send start that is requested after its lease has ended', { timeout: 600_000 }, () => {
  it('has no effect, for the next lease has sent the grade', async () => {
    peer.play({})
    const proxy = await startDatabaseProxy(world.databaseUrl)
    const victim = await world.worker({ DATABASE_URL: proxy.url })
    const { id } = await world.deliver({ origin: peer.origin, held: true })
    const sendStart = proxy.hold({ statement: 'startSend', part: 'statement', about: id, once: true })
    await world.release(id)
    await sendStart.caught
    // Ends the lease at once, as if the worker had slept. Really waiting is not possible, because the worker gives a send start up sooner.
    await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE id = $1 AND state = 'sending'", [id])
    await world.until('the next lease to have sent it', [id], ({ state }) => state === 'delivered')
    sendStart.release()
    await waitFor('the first lease to have given up', 60_000, () => {
      expect(judge(world.ledger, [])).toEqual([])
      return victim
        .logLines()
        .find(({ event, deliveryId }) => event === 'delivery_send_not_started' && deliveryId === id)
    })
    expect(judge(world.ledger, await world.find([id]))).toEqual([])
    await proxy.close()
  })
})

/** Shifts the clock of a process by some hours. */
const clockOff = (hours: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${hours * 3_600_000}) : super(...given) }
      static now() { return Real.now() + ${hours * 3_600_000} }
    }
  `)}`,
})

describe.each([-1, 1])('a worker whose clock is off by %i h', { timeout: 600_000 }, (hours) => {
  it('holds its leases as long as any other worker, and not longer when it is killed', async () => {
    const kept: Exchange[] = []
    peer.play({ verification: (exchange) => void kept.push(exchange) })
    const victim = await world.worker(clockOff(hours))
    const other = await startSleeper()
    const { id } = await world.deliver({ origin: peer.origin })
    await waitFor('its verification', 60_000, () => kept[0])
    peer.play({})
    other.signal('SIGCONT')
    victim.signal('SIGKILL')
    await world.until('the delivery to arrive', [id], ({ state }) => state === 'delivered')
    const [expiry] = await world.query<{ held: number }>(
      `
      SELECT extract(epoch FROM expired.at - leased.at)::float8 AS held FROM delivery_event AS leased
      JOIN delivery_event AS expired USING (delivery_id, epoch)
      WHERE delivery_id = $1 AND leased.event = 'leased' AND expired.event = 'lease_expired'`,
      [id],
    )
    expect(expiry?.held).toBeGreaterThanOrEqual(Number(shortTimes.DELIVERY_LEASE_S))
    expect(judge(world.ledger, await world.find([id]))).toEqual([])
  })
})
