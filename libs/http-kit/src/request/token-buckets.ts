import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../reply/http-error.ts'

const maxBuckets = 20_000

/** A token bucket for each key: a minute's worth at once, then evenly. The keys longest unused are forgotten. */
export interface TokenBuckets {
  /** @throws HttpError rate_limited with `Retry-After`; else returns the function that takes the token, so that several buckets can be checked first. */
  requireRoom(key: string): () => void
  /** Undoes one taking, for what turned out not to count. */
  giveBack(key: string): void
}

/** Kept in this process alone: it keeps one caller from drowning others, it does not count exactly. */
export function createTokenBuckets(perMinute: number): TokenBuckets {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets })
  const bucketOf = (key: string): TokenBucket => {
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' })
    bucket.content = perMinute // whoever comes first finds it full
    buckets.set(key, bucket)
    return bucket
  }
  return {
    requireRoom(key) {
      const bucket = bucketOf(key)
      const waitMs = bucket.getWaitTime(1)
      if (waitMs > 0) throw new HttpError('rate_limited', { retryAfterS: Math.ceil(waitMs / 1000) })
      return () => {
        bucket.tryRemoveTokens(1)
      }
    },
    giveBack(key) {
      const bucket = bucketOf(key)
      bucket.content = Math.min(perMinute, bucket.content + 1)
    },
  }
}
