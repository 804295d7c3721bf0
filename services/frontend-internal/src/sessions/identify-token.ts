import { forgetToken, isKnownToken } from '@course-grading/data/sessions/known-token-queries'
import type { TokenBuckets } from '@course-grading/http-kit'
import { fetchIdentity, type Identity, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import type { Deps } from '../deps/deps.ts'

export type IdentifyDeps = Pick<Deps, 'database' | 'upstream' | 'logger' | 'tokenDigests' | 'refusedTokens'>

/** Asks whose token this is. While too many tokens were refused, unknown ones are not looked up. @throws HttpError rate_limited */
export async function identifyToken(deps: IdentifyDeps, call: UpstreamCall): Promise<Identity> {
  const digests = deps.tokenDigests(call.token)
  const isKnown = await isKnownToken(deps.database, digests)
  const settle = isKnown ? null : charge(deps.refusedTokens)
  let isCharged = false
  try {
    return await fetchIdentity(deps.upstream, call, isKnown ? 'validation' : 'first_validation')
  } catch (error) {
    const isRefused = error instanceof UpstreamError && error.code === 'upstream_refused'
    // A client that leaves before the reply has cost the platform the same call, so the charge is kept.
    isCharged = isRefused || (error instanceof UpstreamError && error.reason === 'aborted')
    if (isRefused) {
      deps.logger.warn('token refused', { event: 'token_refused', requestId: call.requestId })
      if (isKnown) await forgetToken(deps.database, digests)
    }
    throw error
  } finally {
    settle?.(isCharged)
  }
}

/** Charges a look-up before it is made. The returned function gives the charge back unless `isKept`. */
function charge(buckets: TokenBuckets): (isKept: boolean) => void {
  buckets.requireToken('all')()
  return (isKept) => {
    if (!isKept) buckets.returnToken('all')
  }
}
