import {
  type Authentication,
  clientAddress,
  clientHost,
  clientNetwork,
  type Logger,
  parseTokenAuthorization,
  HttpError,
} from '@course-grading/http-kit'
import type { UpstreamCall } from '@course-grading/upstream'
import { UpstreamError } from '@course-grading/upstream'
import type { KnownTokens } from './known-tokens.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RefusedTokenLimit } from './refused-token-limit.ts'
import type { TokenIdentities, TokenIdentity } from './token-identities.ts'

export interface Caller extends TokenIdentity {
  readonly token: string
}

interface AuthenticateOptions {
  readonly knownTokens: KnownTokens
  readonly identities: TokenIdentities
  readonly rateLimit: RateLimit
  readonly refusedTokenLimit: RefusedTokenLimit
  readonly trustedProxyHops: number
  readonly logger: Logger
}

/** One that leaves early has cost the platform the same call. If one without a slot paid nothing, one network could keep all slots while it is slow. */
const chargedReasons: ReadonlySet<UpstreamError['reason']> = new Set(['refused', 'aborted', 'bulkhead_full'])

/** Reads may use a cached identity, writes always ask the platform. Unknown tokens are limited before the platform is called. */
export function createAuthenticate({
  knownTokens,
  identities,
  rateLimit,
  refusedTokenLimit,
  trustedProxyHops,
  logger,
}: AuthenticateOptions) {
  return async ({ message, operation, requestId, deadline }: Authentication): Promise<Caller> => {
    const token = parseTokenAuthorization(message)
    const address = clientAddress(message, trustedProxyHops)
    rateLimit(clientHost(address), token)
    if (token === null) {
      logger.warn('token refused', { event: 'token_refused', reason: 'malformed', requestId })
      throw new HttpError('invalid_token')
    }
    const isRead = operation.method === 'get'
    const settleCharge = (await knownTokens.has(token))
      ? () => {}
      : refusedTokenLimit(clientNetwork(address), isRead && identities.sharesLookUps ? token : null)
    let isCharged = false
    try {
      const identity = isRead
        ? await identities.remembered({ token, requestId })
        : await identities.validated({ token, requestId, signal: deadline() })
      return { userId: identity.userId, teaches: identity.teaches, token }
    } catch (error) {
      const isRefused = error instanceof UpstreamError && error.code === 'upstream_refused'
      isCharged = error instanceof UpstreamError && chargedReasons.has(error.reason)
      if (isRefused) logger.warn('token refused', { event: 'token_refused', requestId })
      throw error
    } finally {
      settleCharge(isCharged)
    }
  }
}

export function upstreamCall({
  caller,
  requestId,
  deadline,
}: {
  caller: Caller
  requestId: string
  deadline: () => AbortSignal
}): UpstreamCall {
  return { token: caller.token, requestId, signal: deadline() }
}
