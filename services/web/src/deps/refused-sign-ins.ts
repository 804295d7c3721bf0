import { clientAddress, clientNetwork, createTokenBuckets, type TokenBuckets } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Config } from '../config/config.ts'

/** Limits on refused attempts a minute, by address and by network. */
interface Attempts {
  readonly ofAddress: TokenBuckets
  readonly ofNetwork: TokenBuckets
}

/** Launches have limits of their own, since any other site can make a browser send some. */
export interface Refusals {
  readonly signIns: Attempts
  readonly launches: Attempts
  /** Limits signed launches with a token that the platform does not know, by the person whom they name. */
  readonly launched: TokenBuckets
}

const createAttempts = (): Attempts => ({ ofAddress: createTokenBuckets(20), ofNetwork: createTokenBuckets(200) })

export const createRefusals = (): Refusals => ({
  signIns: createAttempts(),
  launches: createAttempts(),
  launched: createTokenBuckets(20),
})

/**
 * Charges an attempt before A+ is asked, so that many at once are no way around the limit. The returned function gives the charge back.
 * @throws HttpError rate_limited
 */
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
