import { hash } from 'node:crypto'
import { createTokenBuckets } from '@course-grading/http-kit'

/** How many networks may be at their limit before all networks together are at theirs. */
const networksAtLimit = 10

/** Called at the end of the request; unless `isKept`, the charge is given back. */
type SettleCharge = (isKept: boolean) => void

/** Charges before the platform is called, once for all requests with one `sharedToken`. Throws `rate_limited` with `Retry-After`. */
export type RefusedTokenLimit = (network: string, sharedToken: string | null) => SettleCharge

/** To `perMinute` in each network, ten times that in all: many networks do not overload the platform. A request over its network's limit counts in neither. */
export function createRefusedTokenLimit(perMinute: number): RefusedTokenLimit {
  const ofNetwork = createTokenBuckets(perMinute)
  const ofAll = createTokenBuckets(perMinute * networksAtLimit)
  const underWay = new Set<string>()
  return (network, sharedToken) => {
    const key = sharedToken === null ? null : `${network} ${hash('sha256', sharedToken, 'base64')}`
    if (key !== null && underWay.has(key)) return () => {}
    const chargeNetwork = ofNetwork.requireToken(network)
    const chargeAll = ofAll.requireToken('all')
    chargeNetwork()
    chargeAll()
    if (key !== null) underWay.add(key)
    return (isKept) => {
      if (key !== null) underWay.delete(key)
      if (isKept) return
      ofNetwork.returnToken(network)
      ofAll.returnToken('all')
    }
  }
}
