export type AssessmentErrorCode =
  | 'already_claimed' // somebody else holds it
  | 'claim_lost' // the caller no longer holds it
  | 'claim_limit' // the caller holds as many as the exercise allows
  | 'incomplete' // something is missing before it can be completed
  | 'merge_conflict' // what a patch touches has changed since its base

export type AssessmentIssueCode = 'changed'
