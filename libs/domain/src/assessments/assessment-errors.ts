/** What may go wrong with claims and assessments. */
export type AssessmentErrorCode =
  | 'already_claimed' // somebody else holds it
  | 'claim_lost' // the caller does not hold it any more
  | 'claim_limit' // the caller holds as many as the exercise allows
  | 'incomplete' // something is missing before it can be completed
  | 'merge_conflict' // what a patch touches has changed since its base

/** What is said of a part of an assessment or of its feedback: `changed` since the revision that the writer read. */
export type AssessmentIssueCode = 'changed'
