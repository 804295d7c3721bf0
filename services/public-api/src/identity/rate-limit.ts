import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/** Charges one request to a client address and, if it has one, to its token. Throws `rate_limited` with `Retry-After`. */
export type RateLimit = (address: string, token: string | null) => void

/** Limits each address and each token to `perMinute` requests, so that no script overloads the learning platform; 0: no limit. */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => {}
  const ofAddress = createTokenBuckets(perMinute)
  const ofToken = createTokenBuckets(perMinute)
  return (address, token) => {
    const chargeAddress = ofAddress.requireToken(address)
    // A rejected request makes no bucket for its token: one client with many tokens could displace the others' buckets.
    const chargeToken = token === null ? () => {} : ofToken.requireToken(hash('sha256', token, 'base64'))
    // Charged only if both limits allow the request, so that a rejected request costs nothing.
    chargeAddress()
    chargeToken()
  }
}
