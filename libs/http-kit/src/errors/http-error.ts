import type { Issue } from '@course-grading/domain/errors/domain-error'

export type HttpErrorCode =
  | 'validation_failed'
  | 'malformed_if_match'
  | 'invalid_csv'
  | 'invalid_cursor'
  | 'invalid_token'
  | 'invalid_frontend_secret'
  | 'invalid_manual_grading_secret'
  | 'invalid_session'
  | 'session_expired'
  | 'invalid_upstream_token' // 401: the learning platform does not accept the session's token, or no longer accepts it
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'rate_limited'
  | 'overloaded'
  | 'precondition_required'
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'request_aborted' // the body ended early: nobody waits for a reply

interface HttpErrorDetails {
  readonly issues?: readonly Issue[]
  /** Text for people, such as which limit was reached; only the internal boundaries show it. */
  readonly detail?: string | undefined
  readonly retryAfterS?: number
  /** Whether the reply must carry `Connection: close`, since bytes that nobody will read may still arrive. */
  readonly closeConnection?: boolean
  /** Further header lines of the reply, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An error about the request itself. The message is the code, so that nothing of the request can leave through it. */
export class HttpError extends Error {
  readonly code: HttpErrorCode
  readonly issues: readonly Issue[]
  readonly detail: string | undefined
  readonly retryAfterS: number | undefined
  readonly closeConnection: boolean
  readonly headers: Readonly<Record<string, string>>

  constructor(code: HttpErrorCode, details: HttpErrorDetails = {}) {
    super(code)
    this.name = 'HttpError'
    this.code = code
    this.issues = details.issues ?? []
    this.detail = details.detail
    this.retryAfterS = details.retryAfterS
    this.closeConnection = details.closeConnection ?? false
    this.headers = details.headers ?? {}
  }
}
