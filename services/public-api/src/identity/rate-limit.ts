import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/** Charges one request to a client address and, where it has one, to its token. Throws `rate_limited` with `Retry-After`. */
export type RateLimit = (address: string, token: string | null) => void

/** Limits requests to `perMinute` of each address and of each token, so that no script overloads the learning platform; 0: no limit. */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => {}
  const ofAddress = createTokenBuckets(perMinute)
  const ofToken = createTokenBuckets(perMinute)
  return (address, token) => {
    const chargeAddress = ofAddress.requireToken(address)
    // A request that the limit of its address rejects makes no bucket for its token. Otherwise one client with many tokens could
    // displace the buckets of others.
    const chargeToken = token === null ? () => {} : ofToken.requireToken(hash('sha256', token, 'base64'))
    // Charged only if both limits allow the request, so that a rejected request costs nothing.
    chargeAddress()
    chargeToken()
  }
}
