import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/**
 * Ends the charge of one request. The charge is kept when the token was refused, or when the client left before that was known;
 * otherwise it is given back.
 */
type SettleCharge = (isKept: boolean) => void

/**
 * Charges a request with an unknown token to its client's network before the platform is called. Throws `rate_limited` with
 * `Retry-After`. `sharedToken` is the token where requests with one token share one call: together they are charged once.
 */
export type RefusedTokenLimit = (network: string, sharedToken: string | null) => SettleCharge

/**
 * Makes a limit that keeps clients that guess tokens, or use revoked ones, from overloading the platform. A valid token is not
 * charged.
 */
export function createRefusedTokenLimit(perMinute: number): RefusedTokenLimit {
  const buckets = createTokenBuckets(perMinute)
  const underWay = new Set<string>()
  return (network, sharedToken) => {
    const key = sharedToken === null ? null : `${network} ${hash('sha256', sharedToken, 'base64')}`
    if (key !== null && underWay.has(key)) return () => {}
    buckets.requireToken(network)()
    if (key !== null) underWay.add(key)
    return (isKept) => {
      if (key !== null) underWay.delete(key)
      if (!isKept) buckets.returnToken(network)
    }
  }
}
