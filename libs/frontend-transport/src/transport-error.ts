export type FailureKind = 'timeout' | 'too_large' | 'redirected' | 'unreachable' | 'malformed' | 'aborted'

export interface FieldError {
  readonly path: string
  readonly code: string
  readonly message: string
}

export interface TransportFailure {
  readonly operation: string
  readonly requestId: string
  readonly kind?: FailureKind
  readonly status?: number
  readonly code?: string
  readonly detail?: string
  readonly fieldErrors?: readonly FieldError[]
  readonly etag?: string
  readonly assessmentRevision?: number
  readonly retryAfterS?: number
  readonly systemCode?: unknown
}

/** Has the service's problem (`status`, `code`), or else the `kind` of failure. Holds no cause, and nothing of the request. */
export class FrontendTransportError extends Error {
  readonly operation: string
  readonly kind: FailureKind | undefined
  readonly status: number | undefined
  readonly code: string | undefined
  /** The id under which the service logged the call: the reply's, or else the one that was sent. */
  readonly requestId: string
  readonly detail: string | undefined
  readonly fieldErrors: readonly FieldError[]
  /** The current entity tag, if the problem has it. */
  readonly etag: string | undefined
  readonly assessmentRevision: number | undefined
  /** Whole seconds, from `Retry-After`. */
  readonly retryAfterS: number | undefined
  /** Code of the system's or the HTTP library's error, such as `ECONNREFUSED`. */
  readonly systemCode: string | undefined

  constructor(failure: TransportFailure) {
    const status = failure.status === undefined ? '' : ` ${failure.status}`
    super(`${failure.operation}:${status} ${failure.kind ?? failure.code ?? ''}`.trimEnd())
    this.name = 'FrontendTransportError'
    this.operation = failure.operation
    this.kind = failure.kind
    this.status = failure.status
    this.code = failure.code
    this.requestId = failure.requestId
    this.detail = failure.detail
    this.fieldErrors = failure.fieldErrors ?? []
    this.etag = failure.etag
    this.assessmentRevision = failure.assessmentRevision
    this.retryAfterS = failure.retryAfterS
    this.systemCode =
      typeof failure.systemCode === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(failure.systemCode)
        ? failure.systemCode
        : undefined
  }
}
