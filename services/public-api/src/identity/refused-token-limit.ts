import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/** The charge is kept when the token was refused, or the client left before that was known; else it is given back. */
type SettleCharge = (isKept: boolean) => void

/** Charges before the platform is called, once for all requests with one `sharedToken`. Throws `rate_limited` with `Retry-After`. */
export type RefusedTokenLimit = (network: string, sharedToken: string | null) => SettleCharge

/** Limits clients that guess tokens, or use revoked ones. A valid token is not charged. */
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
