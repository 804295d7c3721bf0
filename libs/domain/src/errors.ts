/** Machine-readable reason of one issue. The contract lists the same codes; a test of the public API keeps the two equal. */
export type IssueCode =
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

/** One thing wrong with an input. `path` is a JSON path from `$`, e.g. `$.graders[0].userId`; `message` is for people. */
export interface Issue {
  readonly path: string
  readonly code: IssueCode
  readonly message: string
}

/** What went wrong, in the product's own words. Each boundary's error table gives it a status and a code of its own. */
export type DomainErrorCode =
  | 'validation_failed'
  | 'forbidden'
  | 'not_found'
  | 'revision_conflict'
  | 'manual_grading_exercise_conflict'
  | 'already_configured'
  | 'slug_taken'
  | 'invalid_csv'
  | 'not_in_state' // the thing exists, and its state does not allow it now
  | 'delivery_pending' // a grade waits to be sent, or is being sent
  | 'delivery_ambiguous' // whether a grade arrived is not known
  | 'callback_not_allowed' // the callback URL is none that grades may be sent to
  | 'fixtures_disabled' // a fixture, where fixture tooling is off
  | 'overloaded'
  | 'upstream_unavailable' // down, slow, 429, 5xx
  | 'upstream_malformed' // a reply that A+ would not send
  | 'upstream_refused' // 401: the token is not (or no longer) good
  | 'upstream_rejected' // 403, 404: upstream will not show this to this caller

export interface DomainErrorDetails {
  readonly issues?: readonly Issue[]
  /** For people, where code and issues are not enough, such as the state of a delivery. */
  readonly detail?: string
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfterS?: number
  /** For the log's error class alone; its message never leaves. */
  readonly cause?: unknown
}

/** A problem with a code from a closed list. Its message is the code, so that no foreign text can leave through it. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly issues: readonly Issue[]
  readonly detail: string | undefined
  readonly retryAfterS: number | undefined

  constructor(code: DomainErrorCode, details: DomainErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.issues = details.issues ?? []
    this.detail = details.detail
    this.retryAfterS = details.retryAfterS
  }
}
