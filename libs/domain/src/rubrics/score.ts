/**
 * A grader's judgement by one criterion: the member that belongs to the criterion's kind. A score with only a comment is
 * incomplete.
 */
export interface Score {
  readonly comment?: string
  /** The text of the comment bank that the comment came from. */
  readonly snippet?: { readonly snippetId: string; readonly edited: boolean }
  readonly levelId?: string
  /** How many times each check applies; absent: it does not. */
  readonly checks?: Readonly<Record<string, number>>
  readonly points?: number
}

/** Scores by the ids of their criteria. */
export type Scores = Readonly<Record<string, Score>>

/** Points that a grader adds or subtracts in addition to the criteria. */
export interface Adjustment {
  readonly points: number
  readonly reason: string
}

/** Why scores cannot be taken, or are not complete. */
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

/** The largest size of points of a level, a check or an adjustment. */
export const maxPointsSize = 1_000_000
