import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../errors/http-error.ts'

const maxBuckets = 20_000

export interface TokenBuckets {
  /** Returns what takes the token, so that several are checked first. Late takes may overdraw: the next waits. @throws HttpError rate_limited, `Retry-After` */
  requireToken(key: string): () => void
  /** Gives back one token, for a request that turned out not to count. */
  returnToken(key: string): void
}

/** Buckets of this process alone: they keep a caller from crowding out others; several processes allow more. `detail` names the limit. */
export function createTokenBuckets(perMinute: number, detail?: string): TokenBuckets {
  // Made with the first request, since the cache reserves memory for all keys at once.
  let buckets: LRUCache<string, TokenBucket> | undefined
  const bucketOf = (key: string): TokenBucket => {
    buckets ??= new LRUCache({ max: maxBuckets })
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' })
    bucket.content = perMinute // a new key begins with a full bucket
    buckets.set(key, bucket)
    return bucket
  }
  return {
    requireToken(key) {
      const bucket = bucketOf(key)
      const waitMs = bucket.getWaitTime(1)
      if (waitMs > 0) throw new HttpError('rate_limited', { retryAfterS: Math.ceil(waitMs / 1000), detail })
      return () => {
        bucket.content -= 1
      }
    },
    returnToken(key) {
      const bucket = bucketOf(key)
      bucket.content = Math.min(perMinute, bucket.content + 1)
    },
  }
}
