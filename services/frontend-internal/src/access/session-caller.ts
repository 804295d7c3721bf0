import type { UsedSession } from '@course-grading/data'
import { DomainError, type SessionIdentity } from '@course-grading/domain'
import type { Logger } from '@course-grading/http-kit'
import { type Sealer, sessionTokenContext } from '@course-grading/sealing'
import type { UpstreamCall } from '@course-grading/upstream'

/** Who is signed in with the session that a request came with. */
export interface SessionCaller {
  readonly userId: number
  readonly session: UsedSession
  /** As it was last read; `freshIdentity` where a role depends on it. */
  readonly identity: SessionIdentity
  /** The person's token of the learning platform. It lives as long as the request. */
  readonly token: () => string
}

/** What of a request its calls of the learning platform need. */
export interface CallerRequest {
  readonly caller: SessionCaller
  readonly requestId: string
  readonly deadline: () => AbortSignal
}

export function createSessionCaller(
  session: UsedSession,
  { sealer, logger }: { sealer: Sealer; logger: Logger },
): SessionCaller {
  // Parsed where it is asked for: most operations of a course judge by other rows.
  let identity: SessionIdentity | undefined
  return {
    userId: session.userId,
    session,
    get identity() {
      identity ??= JSON.parse(session.identity) as SessionIdentity
      return identity
    },
    token: () => {
      const opened = sealer.open(session.sealedToken, sessionTokenContext(session))
      if (opened.ok) return opened.plaintext
      logger.error('session cannot be opened', {
        event: 'session_unopenable',
        reason: opened.reason,
        userId: session.userId,
      })
      // Nothing is lost with an unknown key: the one who operates the service has to bring it back.
      if (opened.reason === 'unknown_key') throw new Error('a session was sealed with a key that is not in the ring')
      throw new DomainError('upstream_refused')
    },
  }
}

/** The caller's own call of the learning platform, for this request. */
export function upstreamCall({ caller, requestId, deadline }: CallerRequest): UpstreamCall {
  // Opened where a call is made: most requests call nobody.
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
