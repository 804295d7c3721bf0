import type { DomainErrorCode, IssueCode } from './error-codes.ts'

/** `path` is a JSON path from `$`; `message` is for people. */
export interface Issue {
  readonly path: string
  readonly code: IssueCode
  readonly message: string
}

export interface DomainErrorDetails {
  readonly issues?: readonly Issue[]
  /** For people, where code and issues are not enough, such as the state of a delivery. */
  readonly detail?: string
  readonly retryAfterS?: number
  readonly revision?: number
  /** The current revision of the assessment, where the refused write was about feedback that belongs to one. */
  readonly assessmentRevision?: number | undefined
  /** For `not_found`: the thing exists, but the caller may not know that. Logged as a refusal. */
  readonly isHidden?: boolean
  /** Only its class is logged. Its message is never sent or logged. */
  readonly cause?: unknown
}

/** The message is the code, so that no foreign text can leave through it. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly issues: readonly Issue[]
  readonly detail: string | undefined
  readonly retryAfterS: number | undefined
  readonly revision: number | undefined
  readonly assessmentRevision: number | undefined
  readonly isHidden: boolean

  constructor(code: DomainErrorCode, details: DomainErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.issues = details.issues ?? []
    this.detail = details.detail
    this.retryAfterS = details.retryAfterS
    this.revision = details.revision
    this.assessmentRevision = details.assessmentRevision
    this.isHidden = details.isHidden ?? false
  }
}
