import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

// The clock of the buckets stands still until a test moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('createTokenBuckets', () => {
  it('gives the limit of a minute at once, and then reports how long to wait', () => {
    expect(takeMany(createTokenBuckets(20), 'a', 21)).toEqual([...Array<'taken'>(20).fill('taken'), 3])
  })

  it('has a bucket for each key', () => {
    const buckets = createTokenBuckets(1)
    expect([take(buckets, 'a'), take(buckets, 'b'), take(buckets, 'a')]).toEqual(['taken', 'taken', 60])
  })

  it('takes no token until the returned function is called', () => {
    const buckets = createTokenBuckets(1)
    for (let asked = 0; asked < 10; asked += 1) buckets.requireToken('a')
    expect(take(buckets, 'a')).toBe('taken')
  })

  it('counts what is taken late in full, so that many at once are no way around the limit', () => {
    const buckets = createTokenBuckets(2)
    const late = Array.from({ length: 5 }, () => buckets.requireToken('a'))
    for (const take of late) take()
    expect(take(buckets, 'a')).toBe(120)
  })

  it('refills evenly', () => {
    const buckets = createTokenBuckets(600) // one in 100 ms
    expect(takeMany(buckets, 'a', 601)).toEqual([...Array<'taken'>(600).fill('taken'), 1])
    vi.advanceTimersByTime(50)
    expect(take(buckets, 'a')).toBe(1)
    vi.advanceTimersByTime(60)
    expect(takeMany(buckets, 'a', 2)).toEqual(['taken', 1])
  })

  it('forgets only the key that was unused for the longest time when there are too many', () => {
    const buckets = createTokenBuckets(1)
    take(buckets, 'first')
    take(buckets, 'second')
    for (let other = 0; other < 19_998; other += 1) take(buckets, String(other))
    expect(take(buckets, 'first')).toBe(60)
    take(buckets, 'one more')
    expect([take(buckets, 'first'), take(buckets, 'second')]).toEqual([60, 'taken'])
  })

  it('returns a token on `returnToken`, but never above the limit of a minute', () => {
    const buckets = createTokenBuckets(2)
    for (let index = 0; index < 10; index += 1) {
      buckets.requireToken('a')()
      buckets.returnToken('a')
    }
    buckets.returnToken('a')
    buckets.requireToken('a')()
    buckets.requireToken('a')()
    expect(() => buckets.requireToken('a')).toThrow('rate_limited')
  })
})

function take(buckets: TokenBuckets, key: string): 'taken' | number {
  try {
    buckets.requireToken(key)()
    return 'taken'
  } catch (error) {
    if (error instanceof HttpError && error.code === 'rate_limited' && error.retryAfterS !== undefined)
      return error.retryAfterS
    throw error
  }
}

const takeMany = (buckets: TokenBuckets, key: string, count: number) =>
  Array.from({ length: count }, () => take(buckets, key))
