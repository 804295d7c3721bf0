import { clientAddress, clientNetwork } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps.ts'

/** Counted before A+ is asked, so that many at once are no way around it. Throws `rate_limited`; returns what takes it back. */
export function chargeAttempt({ req }: Pick<RouterContext, 'req'>, { refusals, config }: Deps): () => void {
  const address = clientAddress(req, config.TRUSTED_PROXY_HOPS)
  const network = clientNetwork(address)
  const charges = [refusals.ofAddress.requireToken(address), refusals.ofNetwork.requireToken(network)]
  for (const charge of charges) charge()
  return () => {
    refusals.ofAddress.returnToken(address)
    refusals.ofNetwork.returnToken(network)
  }
}
