import { clientAddress, clientNetwork, createTokenBuckets, type TokenBuckets } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Config } from '../config/config.ts'

/** Refused attempts a minute, by address and by network. */
interface Attempts {
  readonly ofAddress: TokenBuckets
  readonly ofNetwork: TokenBuckets
}

/** Launches have their own: any other site can make a browser send some. */
export interface Refusals {
  readonly signIns: Attempts
  readonly launches: Attempts
  /** Launches that were signed, with a token that the platform does not know, by the person whom it names. */
  readonly launched: TokenBuckets
}

const createAttempts = (): Attempts => ({ ofAddress: createTokenBuckets(20), ofNetwork: createTokenBuckets(200) })

export const createRefusals = (): Refusals => ({
  signIns: createAttempts(),
  launches: createAttempts(),
  launched: createTokenBuckets(20),
})

/** Counted before A+ is asked, so that many at once are no way around it. Throws `rate_limited`; returns what takes it back. */
export function chargeAttempt(
  { req }: Pick<RouterContext, 'req'>,
  { ofAddress, ofNetwork }: Attempts,
  { TRUSTED_PROXY_HOPS }: Config,
): () => void {
  const address = clientAddress(req, TRUSTED_PROXY_HOPS)
  const network = clientNetwork(address)
  const charges = [ofAddress.requireToken(address), ofNetwork.requireToken(network)]
  for (const charge of charges) charge()
  return () => {
    ofAddress.returnToken(address)
    ofNetwork.returnToken(network)
  }
}
