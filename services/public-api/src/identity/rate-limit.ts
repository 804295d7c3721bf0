import { createHash } from 'node:crypto'
import { Refusal } from '@course-grading/http-kit'
import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'

const mostBuckets = 20_000

/** Charges one request to a client address and, where it has one, to its token. Throws `rate_limited` with `Retry-After`. */
export type RateLimit = (address: string, token: string | null) => void

/**
 * A token bucket for each token hash and for each client address: a minute's worth at once, then evenly. It keeps one
 * script from drowning the learning platform; 0 turns it off.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => {}
  const buckets = new LRUCache<string, TokenBucket>({ max: mostBuckets })

  const bucketOf = (key: string): TokenBucket => {
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' })
    bucket.content = perMinute // whoever comes first finds it full
    buckets.set(key, bucket)
    return bucket
  }

  return (address, token) => {
    const charged = [bucketOf(`address ${address}`)]
    if (token !== null) charged.push(bucketOf(`token ${createHash('sha256').update(token).digest('base64')}`))
    // Looked at together before any is charged: a refused request costs nothing.
    const waitMs = Math.max(...charged.map((bucket) => bucket.getWaitTime(1)))
    if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterS: Math.ceil(waitMs / 1000) })
    for (const bucket of charged) bucket.tryRemoveTokens(1)
  }
}
