import { forgetToken, isKnownToken } from '@course-grading/data/sessions/known-token-queries'
import { fetchIdentity, type Identity, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import type { Deps } from '../deps/deps.ts'

export type IdentifyDeps = Pick<
  Deps,
  'database' | 'upstream' | 'logger' | 'tokenDigests' | 'refusedTokens' | 'signInLanes'
>

/** While too many tokens were refused, unknown ones are not looked up; a launch's counts as known, since its signer was checked. @throws HttpError rate_limited */
export async function identifyToken(deps: IdentifyDeps, call: UpstreamCall, isLaunched: boolean): Promise<Identity> {
  const digests = deps.tokenDigests(call.token)
  const isKnown = isLaunched || (await isKnownToken(deps.database, digests))
  const endTurn = await deps.signInLanes[isKnown ? 'known' : 'unknown'](call.signal)
  let charge: (() => void) | undefined
  try {
    charge = isKnown ? undefined : deps.refusedTokens.requireToken('all')
    return await fetchIdentity(deps.upstream, call, isKnown ? 'validation' : 'first_validation')
  } catch (error) {
    const isRefused = error instanceof UpstreamError && error.code === 'upstream_refused'
    // A client that leaves before the reply has cost the platform the same call.
    if (isRefused || (error instanceof UpstreamError && error.reason === 'aborted')) charge?.()
    if (isRefused) {
      deps.logger.warn('token refused', { event: 'token_refused', requestId: call.requestId })
      if (isKnown) await forgetToken(deps.database, digests)
    }
    throw error
  } finally {
    endTurn()
  }
}
