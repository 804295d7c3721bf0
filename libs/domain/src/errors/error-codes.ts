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

export type ScoreIssueCode =
  | 'unknown_criterion'
  | 'unknown_level'
  | 'unknown_check'
  | 'wrong_kind'
  | 'out_of_range'
  | 'off_step'
  | 'too_many_times'
  | 'too_many_checks'
  | 'score_required'
  | 'too_few_checks'
  | 'comment_required'

/** `changed`: what a patch touches was changed since its base. */
export type IssueCode = CommonIssueCode | ScoreIssueCode | 'changed'

/** In the product's own words; each boundary's error table gives a code its status and its public name. */
export type DomainErrorCode =
  | 'validation_failed'
  | 'forbidden'
  | 'not_found'
  | 'revision_conflict'
  | 'already_used'
  | 'overloaded'
  | 'upstream_unavailable' // down, slow, 429, 5xx
  | 'upstream_malformed' // a reply that A+ would not send
  | 'upstream_refused' // 401: the token is not (or no longer) good
  | 'upstream_rejected' // 403, 404: upstream will not show this to this caller
  | 'already_configured'
  | 'slug_taken'
  | 'manual_grading_exercise_conflict'
  | 'invalid_csv'
  | 'not_in_state'
  | 'delivery_pending'
  | 'delivery_ambiguous'
  | 'callback_not_allowed'
  | 'fixtures_disabled'
  | 'rubric_in_use'
  | 'already_claimed'
  | 'claim_lost'
  | 'claim_limit'
  | 'incomplete'
  | 'merge_conflict'
