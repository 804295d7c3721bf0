import type { AssessmentErrorCode, AssessmentIssueCode } from './assessments/assessment-errors.ts'
import type { CourseErrorCode } from './courses/new-course-settings.ts'
import type { DeliveryErrorCode } from './delivery/delivery-state.ts'
import type { RubricErrorCode } from './rubrics/rubric-document.ts'
import type { ScoreIssueCode } from './rubrics/score.ts'
import type { SettingsErrorCode } from './settings/course-settings.ts'

/** What may be wrong with any input. The contract lists the same codes; a test of the public API keeps the two equal. */
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

/** Machine-readable reason of one issue: a common one, or one that a feature declares for the boundary that serves it. */
export type IssueCode = CommonIssueCode | ScoreIssueCode | AssessmentIssueCode

/** One thing wrong with an input. `path` is a JSON path from `$`, e.g. `$.graders[0].userId`; `message` is for people. */
export interface Issue {
  readonly path: string
  readonly code: IssueCode
  readonly message: string
}

/** What any feature may meet. */
type CommonErrorCode =
  | 'validation_failed'
  | 'forbidden'
  | 'not_found'
  | 'revision_conflict' // it was changed since the caller read it
  | 'overloaded'
  | 'upstream_unavailable' // down, slow, 429, 5xx
  | 'upstream_malformed' // a reply that A+ would not send
  | 'upstream_refused' // 401: the token is not (or no longer) good
  | 'upstream_rejected' // 403, 404: upstream will not show this to this caller

/**
 * What went wrong, in the product's own words; each feature declares its own codes, in its folder. Each boundary's error table gives
 * a code its status and its name there.
 */
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
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfterS?: number
  /** The current revision of the object of a refused write. */
  readonly revision?: number
  /** The current revision of the assessment, where the refused write was about feedback that belongs to one. */
  readonly assessmentRevision?: number | undefined
  /** Of `not_found`: the thing exists, but the caller may not know that. It is logged as a refusal, and the reply does not tell. */
  readonly isHidden?: boolean
  /** Only its class is logged. Its message is never sent or logged. */
  readonly cause?: unknown
}

/** A problem with a code from a closed list. Its message is the code, so that no foreign text can leave through it. */
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

/** The database cannot be reached, went away in mid-query, is starting or stopping, or no longer takes writes. */
export class DatabaseUnavailable extends Error {
  /** Five characters of PostgreSQL's appendix A, or null if the server said nothing. */
  readonly sqlState: string | null
  /** Surely nothing was committed. If false, the answer to a commit is missing, or an earlier step was committed. */
  readonly nothingCommitted: boolean

  constructor(sqlState: string | null = null, nothingCommitted = false) {
    super('database unavailable')
    this.name = 'DatabaseUnavailable'
    this.sqlState = sqlState
    this.nothingCommitted = nothingCommitted
  }
}
