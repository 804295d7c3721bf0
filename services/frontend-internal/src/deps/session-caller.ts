import type { UsedSession } from '@course-grading/data/sessions/use-session'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { SessionIdentity } from '@course-grading/domain/sessions/session-identity'
import type { Logger } from '@course-grading/http-kit'
import { type Sealer, sessionTokenContext } from '@course-grading/sealing'
import type { UpstreamCall } from '@course-grading/upstream'

export interface SessionCaller {
  readonly userId: number
  readonly session: UsedSession
  /** The identity as it was last read. Use `freshIdentity` where a role depends on it. */
  readonly identity: SessionIdentity
  /** The token, unsealed when needed. @throws DomainError upstream_refused, if it cannot be opened; Error, if its key is not in the ring */
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
  // Parsed when it is first needed, since most operations of a course are authorized without it.
  let identity: SessionIdentity | undefined
  // Opened when the first call is made, since most requests make none, and only once, since some make dozens.
  let token: string | undefined
  const openToken = (): string => {
    const opened = sealer.open(session.sealedToken, sessionTokenContext(session))
    if (opened.ok) return opened.plaintext
    logger.error('session cannot be opened', {
      event: 'session_unopenable',
      reason: opened.reason,
      userId: session.userId,
    })
    // A missing key damages no session: they can be opened again as soon as an operator has put the key back.
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
