import { recordResolution } from '@course-grading/data/delivery/resolve-delivery'
import { describe, expect } from 'vitest'
import { waitFor } from '../service-process.ts'
import { keep, ok } from './behaviour.ts'
import { it } from './delivery-test.ts'
import { judge } from './ledger.ts'
import { answer } from './peer.ts'

describe('a worker that slept while a person had its grade sent again', { timeout: 600_000 }, () => {
  it('reports nothing about the send of another worker', async ({ world, peer }) => {
    const posts = keep('post', peer)
    const victim = await world.worker()
    const other = await world.worker({
      CALLBACK_HEADERS_TIMEOUT_MS: '20000',
      CALLBACK_TOTAL_TIMEOUT_MS: '21000',
      DELIVERY_OPEN_LEASE_S: '25',
      DELIVERY_SETTLE_S: '30',
      SHUTDOWN_GRACE_S: '30',
    })
    other.signal('SIGSTOP')
    const { id } = await world.deliver({ origin: peer.origin })
    const first = await waitFor('the first send', () => posts[0])
    victim.signal('SIGSTOP')
    other.signal('SIGCONT')
    await world.until('the first send to be ambiguous', [id], 'ambiguous')
    await waitFor('the first send to have settled', async () => {
      const { outcome } = await world.database.transaction((tx) =>
        recordResolution(tx, {
          deliveryId: id,
          courseId: 11,
          as: 'send_again',
          reason: 'It did not arrive.',
          byUserId: 101,
        }),
      )
      return outcome === 'resolved'
    })
    const second = await waitFor('the second send', () => posts[1])

    first.socket.write(answer('400 Bad Request', ''))
    victim.signal('SIGCONT')
    await waitFor('the first worker to have reported its outcome', () =>
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
  it('has no effect, for the next lease has sent the grade', async ({ world, peer }) => {
    peer.play({})
    const proxy = await world.proxy()
    const victim = await world.worker({ DATABASE_URL: proxy.url })
    const { id } = await world.deliver({ origin: peer.origin, held: true })
    const sendStart = proxy.hold({ statement: 'startSend', part: 'statement', about: id, once: true })
    await world.release(id)
    await sendStart.caught
    // Ends the lease at once, as if the worker had slept. Really waiting is not possible, because the worker gives a send start up sooner.
    await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE id = $1 AND state = 'sending'", [id])
    await world.until('the next lease to have sent it', [id], 'delivered')
    sendStart.release()
    await victim.untilLogged({ event: 'delivery_send_not_started', deliveryId: id })
    expect(judge(world.ledger, await world.find([id]))).toEqual([])
  })
})
