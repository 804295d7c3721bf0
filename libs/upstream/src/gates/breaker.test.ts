import { afterEach, describe, expect, it, vi } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { ampleMs, failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchIdentity, UpstreamError, type Upstream } from '../index.ts'
import { createBreaker, type Breaker, type BreakerLimits } from './breaker.ts'

describe('createBreaker', () => {
  it.each([401, 403, 404, 429, 400, 302])('does not count a %i as a failure', async (status) => {
    const { upstream, server, health } = await switchable()
    health.status = status
    await askMany(upstream, 30)
    expect(server.requests).toHaveLength(30)
  })

  it('counts timeouts', async () => {
    const { upstream, server, health } = await switchable({ minimumCalls: 4 }, 60)
    health.silent = true
    await askMany(upstream, 4)
    const before = server.connections()
    expect((await failureOf(fetchIdentity(upstream, someCall))).reason).toBe('breaker_open')
    expect(server.connections()).toBe(before)
  })

  it('does not count calls that their callers aborted', async () => {
    const { upstream, server, health } = await switchable({ minimumCalls: 4 })
    health.silent = true
    for (let call = 0; call < 6; call += 1) {
      const caller = new AbortController()
      const given = failureOf(fetchIdentity(upstream, { ...someCall, signal: caller.signal }))
      await vi.waitFor(() => expect(server.requests).toHaveLength(call + 1), { timeout: 60_000, interval: 2 })
      caller.abort()
      await given
    }
    health.silent = false
    expect(await ask(upstream)).toBe('ok')
  })
})

describe('createBreaker after a failed probe', () => {
  it('is open again for its whole open time', async () => {
    const { upstream, server, health } = await switchable()
    health.status = 500
    await askMany(upstream, 10)
    beAhead(60_000)
    await askMany(upstream, 1)
    expect(server.requests).toHaveLength(11)
    beAhead(100_000)
    expect((await failureOf(fetchIdentity(upstream, someCall))).reason).toBe('breaker_open')
    expect(server.requests).toHaveLength(11)
  })
})

describe('createBreaker with a full bulkhead', () => {
  it('rejects calls at once while a probe is in flight, without waiting for a slot', async () => {
    const { upstream, server } = await upstreamWith(
      (socket, _text, number) => {
        if (number === 2) socket.write(replyOf(500, '')) // the first hangs, the second opens, the third is the probe
      },
      { concurrency: 8, limits: { breaker: { ...limits, minimumCalls: 1, openMs: 0 } } },
    )
    const caller = new AbortController()
    const call = { ...someCall, signal: caller.signal }
    const hanging: Promise<unknown>[] = []
    const received = (count: number) =>
      vi.waitFor(() => expect(server.requests).toHaveLength(count), { timeout: 60_000, interval: 2 })
    hanging.push(failureOf(fetchIdentity(upstream, call)))
    await received(1)
    await failureOf(fetchIdentity(upstream, call))
    hanging.push(failureOf(fetchIdentity(upstream, call)))
    await received(3)
    const error = await failureOf(fetchIdentity(upstream, call))
    expect(error.reason).toBe('breaker_open')
    caller.abort()
    await Promise.all(hanging)
  })
})

describe('createBreaker without calls of A+', () => {
  const opened = (openMs: number) => {
    const breaker = createBreaker({ ...limits, openMs })
    for (let call = 0; call < limits.minimumCalls; call += 1) breaker.enter()('failed')
    return breaker
  }
  /**
   * For a breaker that stays open for 0 ms, two calls at once show it: if it were open, the first would be a probe, and the
   * second rejected.
   */
  const isClosed = (breaker: Breaker): boolean => {
    breaker.enter()
    return !(refusal(breaker.enter) instanceof UpstreamError)
  }
  const refusal = (run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      return error
    }
  }

  it('reports in how many seconds a probe may pass', () => {
    expect(refusal(opened(5000).refuseIfOpen)).toMatchObject({ reason: 'breaker_open', retryAfterS: 5 })
  })

  it('rejects other calls while the probe is in flight', () => {
    const breaker = opened(0)
    breaker.enter()
    expect(refusal(breaker.enter)).toMatchObject({ reason: 'breaker_open', retryAfterS: 1 })
  })

  it('allows another probe if the first ended as unknown', () => {
    const breaker = opened(0)
    breaker.enter()('unknown')
    expect(isClosed(breaker)).toBe(false)
  })

  it('closes when the probe gets a reply', () => {
    const breaker = opened(0)
    breaker.enter()('answered')
    expect(isClosed(breaker)).toBe(true)
  })

  it('ignores the ends of calls that began before it opened', () => {
    const breaker = createBreaker({ ...limits, openMs: 0 })
    const late = Array.from({ length: 40 }, () => breaker.enter())
    for (const end of late.slice(0, 10)) end('failed')
    breaker.enter()('answered')
    for (const end of late.slice(10)) end('failed')
    expect(isClosed(breaker)).toBe(true)
  })
})

afterEach(() => void vi.restoreAllMocks())

const limits: BreakerLimits = { minimumCalls: 10, failureShare: 0.5, windowMs: 600_000, openMs: 60_000 }

const now = performance.now.bind(performance)

/** The steady clock of this process is now ahead of time. */
const beAhead = (ms: number): void => void vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)

/** A server whose health can be switched, and the client of it. */
const switchable = async (breaker: Partial<BreakerLimits> = {}, timeoutMs = ampleMs) => {
  const health = { status: 200, silent: false }
  const { upstream, server } = await upstreamWith(
    (socket) => {
      if (!health.silent) socket.write(replyOf(health.status, health.status === 200 ? identityBody() : ''))
    },
    { timeoutMs, limits: { breaker: { ...limits, ...breaker } } },
  )
  return { upstream, server, health }
}
const ask = (upstream: Upstream): Promise<string> => fetchIdentity(upstream, someCall).then(() => 'ok', String)
const askMany = async (upstream: Upstream, times: number): Promise<void> => {
  for (let call = 0; call < times; call += 1) await fetchIdentity(upstream, someCall).catch(() => {})
}
