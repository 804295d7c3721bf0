import { hash } from 'node:crypto'
import { Refusal } from '@course-grading/http-kit'
import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'

const mostBuckets = 20_000

/** Charges one request to a client address and, where it has one, to its token. Throws `rate_limited` with `Retry-After`. */
export type RateLimit = (address: string, token: string | null) => void

/**
 * A token bucket for each client address and for each token hash: a minute's worth at once, then evenly. It keeps one
 * script from drowning the learning platform; 0 turns it off.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => {}
  const ofAddress = createBuckets(perMinute)
  const ofToken = createBuckets(perMinute)
  return (address, token) => {
    const addressBucket = ofAddress(address)
    // Refused by its address, a request makes no bucket for its token: one client must not crowd out the others' buckets.
    requireNoWait(addressBucket)
    const tokenBucket = token === null ? null : ofToken(hash('sha256', token, 'base64'))
    if (tokenBucket) requireNoWait(tokenBucket)
    // Charged only when both have room: a refused request costs nothing.
    addressBucket.tryRemoveTokens(1)
    tokenBucket?.tryRemoveTokens(1)
  }
}

function createBuckets(perMinute: number): (key: string) => TokenBucket {
  const buckets = new LRUCache<string, TokenBucket>({ max: mostBuckets })
  return (key) => {
    const known = buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' })
    bucket.content = perMinute // whoever comes first finds it full
    buckets.set(key, bucket)
    return bucket
  }
}

function requireNoWait(bucket: TokenBucket): void {
  const waitMs = bucket.getWaitTime(1)
  if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterS: Math.ceil(waitMs / 1000) })
}
