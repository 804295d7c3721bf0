import { afterEach, describe, expect, it, vi } from 'vitest'
import { replyOf, identityBody } from '../adversarial-server.fixture.ts'
import { defaultLimits } from './client.ts'
import { startDeadline } from '../call/deadline.ts'
import { createBulkhead } from '../gates/bulkhead.ts'
import { fetchIdentity, type Upstream, UpstreamError } from '../index.ts'
import { defaultTemplateLimits } from '../templates/create-templates.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'

describe('the default limits of calls to A+', () => {
  it.each([
    ['connecting', defaultLimits.connectTimeoutMs, 2_000],
    ['a bulk call', defaultLimits.bulkTimeoutMs, 45_000],
    ['the wait for a piece of a stream', defaultLimits.streamIdleMs, 10_000],
    ['templates read together', defaultTemplateLimits.maxFiles, 100],
    ['one template', defaultTemplateLimits.maxFileBytes, 1_048_576],
    ['the whole reading of templates', defaultTemplateLimits.limitMs, 10_000],
    ['connecting for a template', defaultTemplateLimits.connectMs, 2_000],
    ['templates from one origin at the same time', defaultTemplateLimits.concurrency, 4],
    ['the time that a template is kept', defaultTemplateLimits.keptMs, 300_000],
    ['the time that a missing template is cached', defaultTemplateLimits.failureKeptMs, 30_000],
    ['all templates that are kept', defaultTemplateLimits.maxBytes, 33_554_432],
  ])('are as agreed: %s', (_what, limit, figure) => {
    expect(limit).toBe(figure)
  })
})

/** A steady clock that a test moves, and a client of a server whose health can be switched, with the default breaker. */
const withDefaultBreaker = async () => {
  let nowMs = Math.ceil(performance.now()) // sums of fractions round, and what is left is rounded up
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const health = { status: 200 }
  const { upstream, server } = await upstreamWith((socket) =>
    socket.write(replyOf(health.status, health.status === 200 ? identityBody() : '')),
  )
  return { upstream, server, health, pass: (ms: number) => void (nowMs += ms) }
}
const ask = (upstream: Upstream): Promise<unknown> =>
  fetchIdentity(upstream, someCall).then(
    () => 'ok',
    (error: unknown) => (error instanceof UpstreamError ? error.reason : error),
  )
const askMany = async (upstream: Upstream, times: number): Promise<unknown[]> => {
  const answers: unknown[] = []
  for (let call = 0; call < times; call += 1) answers.push(await ask(upstream))
  return answers
}

describe('the breaker with its default limits', () => {
  it('opens at the twentieth call within ten seconds if half have failed, and allows one probe after five seconds', async () => {
    const { upstream, server, health, pass } = await withDefaultBreaker()
    await askMany(upstream, 10)
    pass(9_000)
    health.status = 500
    expect(await askMany(upstream, 10)).toEqual(Array.from({ length: 10 }, () => 'server_error'))
    expect(await failureOf(fetchIdentity(upstream, someCall))).toMatchObject({ reason: 'breaker_open', retryAfterS: 5 })
    pass(4_999)
    health.status = 200
    expect(await failureOf(fetchIdentity(upstream, someCall))).toMatchObject({ reason: 'breaker_open', retryAfterS: 1 })
    expect(server.requests).toHaveLength(20)
    pass(1)
    // Of two calls at once, one is the probe.
    expect((await Promise.all([ask(upstream), ask(upstream)])).toSorted()).toEqual(['breaker_open', 'ok'])
    expect(await askMany(upstream, 5)).toEqual(Array.from({ length: 5 }, () => 'ok'))
    expect(server.requests).toHaveLength(26)
  })

  it.each([
    ['nineteen calls, all failed', [0, 19], 0],
    ['twenty-one calls of which ten failed', [11, 10], 0],
    ['twenty failures of which the first is more than ten seconds old', [0, 1], 10_500],
  ] as const)('stays closed after %s', async (_what, [good, failed], thenPassMs) => {
    const { upstream, health, pass } = await withDefaultBreaker()
    await askMany(upstream, good)
    health.status = 500
    await askMany(upstream, failed)
    pass(thenPassMs)
    if (thenPassMs > 0) await askMany(upstream, 19)
    health.status = 200
    expect(await ask(upstream)).toBe('ok')
  })
})

describe('the queue with its default limits', () => {
  it('holds 32 calls and rejects the next at once', async () => {
    const { upstream, server } = await upstreamWith(() => {}, { concurrency: oneSlot })
    const caller = new AbortController()
    const call = { ...someCall, signal: caller.signal }
    const held = failureOf(fetchIdentity(upstream, call))
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000, interval: 2 })
    const waiting = Array.from({ length: 32 }, () => failureOf(fetchIdentity(upstream, call)))
    expect(await failureOf(fetchIdentity(upstream, someCall))).toMatchObject({
      reason: 'bulkhead_full',
      retryAfterS: 1,
    })
    caller.abort()
    expect(new Set((await Promise.all([held, ...waiting])).map(({ reason }) => reason))).toEqual(new Set(['aborted']))
    expect(server.requests).toHaveLength(1)
  })

  it('lets a call wait for at most one second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const bulkhead = createBulkhead({ slots: 1, queueLimit, queueWaitMs })
    const deadline = startDeadline(null)
    await bulkhead.enter(deadline)
    let end = 'waits'
    const second = bulkhead
      .enter(deadline)
      .catch((error: unknown) => void (end = error instanceof UpstreamError ? error.reason : String(error)))
    await vi.advanceTimersByTimeAsync(999)
    expect(end).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(end).toBe('bulkhead_full')
    await second
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

// `fetchIdentity` is a call for validation, which has one slot at least.
const oneSlot = 2
const { queueLimit, queueWaitMs } = defaultLimits
