import { type Authentication, clientAddress, type Logger, parseTokenAuthorization, Refusal } from '@course-grading/http-kit'
import type { UpstreamCall } from '@course-grading/upstream'
import { UpstreamError } from '@course-grading/upstream'
import type { RateLimit } from './rate-limit.ts'
import type { TokenIdentities, TokenIdentity } from './token-identities.ts'

/** Whose token came with the request. The token lives as long as the request. */
export interface Caller extends TokenIdentity {
  readonly token: string
}

export interface AuthenticateOptions {
  readonly identities: TokenIdentities
  readonly rateLimit: RateLimit
  readonly trustedProxyHops: number
  readonly logger: Logger
}

/** From the `Authorization` header to a person: reads may trust what was said of the token a moment ago, writes ask anew. */
export function createAuthenticate({ identities, rateLimit, trustedProxyHops, logger }: AuthenticateOptions) {
  return async ({ message, operation, requestId, deadline }: Authentication): Promise<Caller> => {
    const token = parseTokenAuthorization(message)
    rateLimit(clientAddress(message, trustedProxyHops), token)
    if (token === null) {
      logger.warn('token refused', { event: 'token_refused', reason: 'malformed', requestId })
      throw new Refusal('invalid_token')
    }
    try {
      const identity = operation.method === 'get'
        ? await identities.remembered({ token, requestId })
        : await identities.validated({ token, requestId, signal: deadline() })
      return { userId: identity.userId, teaches: identity.teaches, token }
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'upstream_refused') logger.warn('token refused', { event: 'token_refused', requestId })
      throw error
    }
  }
}

/** The caller's own call of the platform, for this request. */
export function upstreamCall({ caller, requestId, deadline }: { caller: Caller; requestId: string; deadline: () => AbortSignal }): UpstreamCall {
  return { token: caller.token, requestId, signal: deadline() }
}
