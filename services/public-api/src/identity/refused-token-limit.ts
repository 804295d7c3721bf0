import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/** Ends the charge of one request: kept when its token was refused or its client left before that was known, given back when not. */
export type SettleCharge = (isKept: boolean) => void

/**
 * Charges a request with an unknown token to its client's network before the platform is called. Throws `rate_limited` with
 * `Retry-After`. `sharedToken` is the token where requests with one token share one call: together they cost one.
 */
export type RefusedTokenLimit = (network: string, sharedToken: string | null) => SettleCharge

/** It keeps those who guess tokens, or use dead ones, from taking the platform's time; a good token is charged nothing. */
export function createRefusedTokenLimit(perMinute: number): RefusedTokenLimit {
  const buckets = createTokenBuckets(perMinute)
  const underWay = new Set<string>()
  return (network, sharedToken) => {
    const key = sharedToken === null ? null : `${network} ${hash('sha256', sharedToken, 'base64')}`
    if (key !== null && underWay.has(key)) return () => {}
    buckets.requireRoom(network)()
    if (key !== null) underWay.add(key)
    return (isKept) => {
      if (key !== null) underWay.delete(key)
      if (!isKept) buckets.giveBack(network)
    }
  }
}
