import type { Issue } from '@course-grading/domain/errors/domain-error'

export type HttpErrorCode =
  | 'validation_failed'
  | 'malformed_if_match' // 400: an If-Match that is not a single strong revision
  | 'invalid_csv' // 400: a CSV that is announced without the names of its columns
  | 'invalid_cursor' // 400: a cursor that this list did not issue
  | 'invalid_token'
  | 'invalid_frontend_secret' // 401: the secret is not that of the web frontend
  | 'invalid_manual_grading_secret' // 401: the secret is not that of the isolated grader
  | 'invalid_session' // 401: there is no such session, or it has ended
  | 'session_expired' // 401: the session has expired
  | 'invalid_upstream_token' // 401: the learning platform does not accept the session's token, or no longer accepts it
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout' // 408: the body took too long
  | 'rate_limited'
  | 'overloaded' // 503: too much work at once
  | 'precondition_required' // 428: a write without If-Match
  | 'unsupported_media_type' // 415: Content-Type, charset or Content-Encoding
  | 'payload_too_large' // 413: one byte too many, announced or counted
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
