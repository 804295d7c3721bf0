import type { AssessmentErrorCode, AssessmentIssueCode } from './assessments/assessment-errors.ts'
import type { CourseErrorCode } from './courses/new-course-settings.ts'
import type { DeliveryErrorCode } from './delivery/delivery-state.ts'
import type { RubricErrorCode } from './rubrics/rubric-document.ts'
import type { ScoreIssueCode } from './rubrics/score.ts'
import type { SettingsErrorCode } from './settings/course-settings.ts'

/** The contract lists the same codes; a test of the public API keeps the two equal. */
export type CommonIssueCode =
  | 'required'
  | 'unknown_field'
  | 'invalid_type'
  | 'invalid_format'
  | 'invalid_value'
  | 'too_small'
  | 'too_large'
  | 'too_short'
  | 'too_long'
  | 'duplicate'
  | 'immutable'
  | 'malformed_json'
  | 'not_staff'
  | 'conflict'
  | 'too_many_issues'

export type IssueCode = CommonIssueCode | ScoreIssueCode | AssessmentIssueCode

/** `path` is a JSON path from `$`; `message` is for people. */
export interface Issue {
  readonly path: string
  readonly code: IssueCode
  readonly message: string
}

type CommonErrorCode =
  | 'validation_failed'
  | 'forbidden'
  | 'not_found'
  | 'revision_conflict' // it was changed since the caller read it
  | 'already_used' // what may be used once was
  | 'overloaded'
  | 'upstream_unavailable' // down, slow, 429, 5xx
  | 'upstream_malformed' // a reply that A+ would not send
  | 'upstream_refused' // 401: the token is not (or no longer) good
  | 'upstream_rejected' // 403, 404: upstream will not show this to this caller

/** In the product's own words; each boundary's error table gives a code its status and its name there. */
export type DomainErrorCode =
  | CommonErrorCode
  | CourseErrorCode
  | SettingsErrorCode
  | DeliveryErrorCode
  | RubricErrorCode
  | AssessmentErrorCode

export interface DomainErrorDetails {
  readonly issues?: readonly Issue[]
  /** For people, where code and issues are not enough, such as the state of a delivery. */
  readonly detail?: string
  readonly retryAfterS?: number
  /** The current revision of the object of a refused write. */
  readonly revision?: number
  /** The current revision of the assessment, where the refused write was about feedback that belongs to one. */
  readonly assessmentRevision?: number | undefined
  /** For `not_found`: the thing exists, but the caller may not know that. Logged as a refusal. */
  readonly isHidden?: boolean
  /** Only its class is logged. Its message is never sent or logged. */
  readonly cause?: unknown
}

/** Its message is the code, so that no foreign text can leave through it. */
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

/** Unreachable, gone in mid-query, starting, stopping, or read-only. */
export class DatabaseUnavailable extends Error {
  /** PostgreSQL's appendix A; null if the server said nothing. */
  readonly sqlState: string | null
  /** False if the answer to a commit is missing, or an earlier step was committed. */
  readonly nothingCommitted: boolean
  /** The code of the system's or of TLS's error, such as ECONNREFUSED; null if there was none. */
  readonly systemCode: string | null

  constructor(sqlState: string | null = null, nothingCommitted = false, systemCode: string | null = null) {
    super('database unavailable')
    this.name = 'DatabaseUnavailable'
    this.sqlState = sqlState
    this.nothingCommitted = nothingCommitted
    this.systemCode = systemCode
  }
}
