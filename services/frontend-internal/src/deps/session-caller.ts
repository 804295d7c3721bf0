import type { UsedSession } from '@course-grading/data/sessions/use-session'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { SessionIdentity } from '@course-grading/domain/sessions/session-identity'
import type { Logger } from '@course-grading/http-kit'
import { type Sealer, sessionTokenContext } from '@course-grading/sealing'
import type { UpstreamCall } from '@course-grading/upstream'

export interface SessionCaller {
  readonly userId: number
  readonly session: UsedSession
  /** The identity as it was last read. Where a role depends on it, `freshIdentity` is used instead. */
  readonly identity: SessionIdentity
  /** Unseals the upstream token. @throws DomainError upstream_refused, if it cannot be opened; Error, if its key is not in the ring */
  readonly token: () => string
}

export interface CallerRequest {
  readonly caller: SessionCaller
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

export function createSessionCaller(
  session: UsedSession,
  { sealer, logger }: { sealer: Sealer; logger: Logger },
): SessionCaller {
  // The identity is parsed when it is first needed, since operations that need no role do without it.
  let identity: SessionIdentity | undefined
  // The token is unsealed at the first call, since most requests make none, and only once, since some make dozens.
  let token: string | undefined
  const openToken = (): string => {
    const opened = sealer.open(session.sealedToken, sessionTokenContext(session))
    if (opened.ok) return opened.plaintext
    logger.error('session cannot be opened', {
      event: 'session_unopenable',
      reason: opened.reason,
      userId: session.userId,
    })
    // A missing key damages no session: all can be opened again as soon as an operator has put the key back.
    if (opened.reason === 'unknown_key') throw new Error('a session was sealed with a key that is not in the ring')
    throw new DomainError('upstream_refused')
  }
  return {
    userId: session.userId,
    session,
    get identity() {
      identity ??= JSON.parse(session.identity) as SessionIdentity
      return identity
    },
    token: () => (token ??= openToken()),
  }
}

export function upstreamCall({ caller, requestId, deadline }: CallerRequest): UpstreamCall {
  return {
    get token() {
      return caller.token()
    },
    requestId,
    get signal() {
      return deadline()
    },
  }
}
