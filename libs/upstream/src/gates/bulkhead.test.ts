import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { startDeadline } from '../call/deadline.ts'
import { fetchIdentity, findCourseStaff } from '../index.ts'
import { createBulkhead } from './bulkhead.ts'

describe('createBulkhead', () => {
  it('allows a number of calls in flight, lets some wait and rejects the others at once', async () => {
    const { upstream, server, waitForHeld, replyOne, most } = await heldServer({
      concurrency: 12,
      limits: { queueLimit: 2 },
    })
    const calls = Array.from({ length: 5 }, () => fetchIdentity(upstream, someCall))
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect([error.reason, error.code, error.retryAfterS]).toEqual(['bulkhead_full', 'upstream_unavailable', 1])
    for (let answered = 0; answered < 5; answered += 1) {
      await waitForHeld(Math.min(3, 5 - answered))
      replyOne()
    }
    await Promise.all(calls)
    expect([most(), server.requests.length]).toEqual([3, 5])
  })

  it('has separate slots for each purpose', async () => {
    const { upstream, waitForHeld, replyOne } = await heldServer({ concurrency: 8 })
    const validations = Array.from({ length: 4 }, () => fetchIdentity(upstream, someCall))
    await waitForHeld(2)
    const lookUp = findCourseStaff(upstream, someCall, 101, 11)
    await waitForHeld(3)
    for (let answered = 0; answered < 5; answered += 1) {
      await waitForHeld(Math.min(3 - Math.max(0, answered - 2), 5 - answered))
      replyOne()
    }
    await Promise.all([...validations, lookUp])
  })

  it('counts the wait towards the deadline', async () => {
    const { upstream } = await heldServer({ concurrency: 1, timeoutMs: 300 })
    const errors = await Promise.all([1, 2].map(() => failureOf(fetchIdentity(upstream, someCall))))
    expect(errors.map((error) => error.reason)).toEqual(['timeout', 'timeout'])
  })

  it('frees the place in the queue when the caller aborts', async () => {
    const { upstream, waitForHeld, replyOne } = await heldServer({
      concurrency: 1,
      limits: { queueLimit: 1 },
    })
    const caller = new AbortController()
    const first = fetchIdentity(upstream, someCall)
    await waitForHeld(1)
    const second = failureOf(fetchIdentity(upstream, { ...someCall, signal: caller.signal }))
    caller.abort()
    expect((await second).reason).toBe('aborted')
    const third = fetchIdentity(upstream, someCall)
    replyOne()
    await first
    await waitForHeld(1)
    replyOne()
    await third
  })

  it('admits waiting calls in the order of their arrival', async () => {
    const { upstream, server, waitForHeld, replyOne } = await heldServer({ concurrency: 1 })
    const calls = ['request-a', 'request-b', 'request-c', 'request-d'].map((requestId) =>
      fetchIdentity(upstream, { ...someCall, requestId }),
    )
    for (const _ of calls) {
      await waitForHeld(1)
      replyOne()
    }
    await Promise.all(calls)
    expect(server.requests.map((head) => /x-request-id: (\S+)/i.exec(head)?.[1])).toEqual([
      'request-a',
      'request-b',
      'request-c',
      'request-d',
    ])
  })

  it('passes a freed slot directly to a waiting call, so that no later call takes it', async () => {
    const bulkhead = createBulkhead({ slots: 1, queueLimit: 1, queueWaitMs: 60_000 })
    const enter = () => bulkhead.enter(startDeadline(null))
    const [first, second] = [enter(), enter()]
    await first
    bulkhead.leave()
    await second
    const third = enter() // waits for the second
    await expect(enter()).rejects.toMatchObject({ reason: 'bulkhead_full' })
    bulkhead.leave()
    await third
  })

  it('releases the slot of a call, however the call ends', async () => {
    const { upstream } = await upstreamWith(
      (socket, _text, number) => {
        if (number % 4 === 0) socket.destroy()
        else if (number % 4 === 1) socket.write(replyOf(404, ''))
        else if (number % 4 === 2) socket.write(replyOf(200, '<html>'))
      },
      { concurrency: 2, timeoutMs: 100, limits: { breaker: neverOpen } },
    )
    for (let call = 0; call < 12; call += 1) await failureOf(fetchIdentity(upstream, someCall))
    const errors = await Promise.all([1, 2].map(() => failureOf(fetchIdentity(upstream, someCall))))
    expect(errors.map((error) => error.reason)).not.toContain('bulkhead_full')
  })
})

const neverOpen = { minimumCalls: 1e9, failureShare: 1, windowMs: 1000, openMs: 1 }

/** A server that replies when a test lets it, and the sockets that wait for it. */
const heldServer = async (options: Parameters<typeof upstreamWith>[1]) => {
  const held: Socket[] = []
  let most = 0
  const { upstream, server } = await upstreamWith((socket) => {
    held.push(socket)
    most = Math.max(most, held.length)
  }, options)
  return {
    upstream,
    server,
    most: () => most,
    waitForHeld: (count: number) =>
      vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 60_000, interval: 5 }),
    replyOne: () => held.shift()?.write(replyOf(200, identityBody())),
  }
}
