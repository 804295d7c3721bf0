import { type Upstream, UpstreamError } from '@course-grading/upstream'
import { describe, expect, it } from 'vitest'
import { createArchiveReads } from './archive-reads.ts'

const ways = ['submission', 'file'] as const
const moments = (['bulkhead_full', 'breaker_open', 'rate_limited'] as const).flatMap((reason) =>
  ways.map((way) => [reason, way] as const),
)

it('reads submissions with slots that pages do not use, and waits for the slots of files', async () => {
  const { reads, asked } = readsOf(0, busy)
  await reads.submission(1)
  await reads.file(1, 2)
  expect(asked).toMatchObject([{ purpose: 'archive' }, { waitMs: 30_000 }])
})

describe('a busy moment', () => {
  it.each(moments)('delays a call but does not fail it: %s, %s', async (reason, way) => {
    const { reads, calls } = readsOf(30, () => new UpstreamError(reason))
    expect(await reads[way](1, 2)).toBe('found')
    expect(calls()).toBe(31)
  })

  it('has a pause between two tries', async () => {
    const { reads } = readsOf(3, busy, 100)
    const beganAt = performance.now()
    await reads.submission(1)
    expect(performance.now() - beganAt).toBeGreaterThan(290)
  })

  it.each(ways)('delays a call as long as Retry-After says: %s', async (way) => {
    const { reads } = readsOf(1, () => new UpstreamError('breaker_open', { retryAfterS: 1 }))
    const beganAt = performance.now()
    expect(await reads[way](1, 2)).toBe('found')
    expect(performance.now() - beganAt).toBeGreaterThan(990)
  })

  it.each(moments)('fails the call if it does not end: %s, %s', async (reason, way) => {
    const { reads, calls } = readsOf(Infinity, () => new UpstreamError(reason))
    expect(await reads[way](1, 2)).toBe('failed')
    expect(calls()).toBe(31)
  })

  it.each(ways)('delays no call for a reader who has left: %s', async (way) => {
    const { reads, leaving, calls } = readsOf(Infinity, busy, 60_000)
    const reading = reads[way](1, 2).catch((error: unknown) => String(error))
    await expect.poll(calls).toBe(1)
    leaving.abort()
    expect(await reading).toEqual(expect.stringContaining('aborted'))
    expect(calls()).toBe(1)
  })
})

describe('a file or submission that the learning platform does not return', () => {
  it.each([
    ['forbidden', new UpstreamError('rejected', { status: 403 })],
    ['missing', new UpstreamError('rejected', { status: 404 })],
    ['failed', new UpstreamError('timeout')],
    ['failed', new UpstreamError('redirect', { status: 302 })],
    ['failed', new UpstreamError('server_error', { status: 500 })],
  ])('is %s after one call: %s', async (status, error) => {
    for (const way of ways) {
      const { reads, calls } = readsOf(1, () => error)
      expect(await reads[way](1, 2)).toEqual(status)
      expect(calls()).toBe(1)
    }
  })

  it('is an error if the failure is our own', async () => {
    const { reads } = readsOf(1, () => new TypeError('a defect'))
    await expect(reads.submission(1)).rejects.toThrow('a defect')
  })
})

describe('a token that is refused', () => {
  it('ends the session once, and no more calls are made with the token', async () => {
    const { reads, ended, calls } = readsOf(Infinity, () => new UpstreamError('refused', { status: 401 }))
    expect(await reads.submission(1)).toBe('failed')
    expect(await reads.file(1, 2)).toBe('failed')
    expect(await reads.submission(2)).toBe('failed')
    expect(ended.map(({ code }) => code)).toEqual(['upstream_refused'])
    expect(calls()).toBe(1)
  })
})

/** Reads of a learning platform that fails with `error` as many times as given, and then succeeds. */
function readsOf(failures: number, error: () => Error, pauseMs = 1) {
  let calls = 0
  const asked: unknown[] = []
  const answer = async (request: unknown) => {
    calls += 1
    asked.push(request)
    if (calls <= failures) throw error()
    return 'found'
  }
  const leaving = new AbortController()
  const ended: UpstreamError[] = []
  const reads = createArchiveReads({
    upstream: { get: answer, open: answer } as unknown as Upstream,
    call: { token: 't', requestId: 'r', signal: leaving.signal },
    onRefused: async (refused) => void ended.push(refused),
    pauseMs,
  })
  return { reads, leaving, ended, asked, calls: () => calls }
}

const busy = () => new UpstreamError('bulkhead_full')
