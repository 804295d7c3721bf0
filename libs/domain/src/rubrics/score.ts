/** With the member of the criterion's kind; with only a comment it is incomplete. */
export interface Score {
  readonly comment?: string
  /** The text of the comment bank that the comment came from. */
  readonly snippet?: { readonly snippetId: string; readonly edited: boolean }
  readonly levelId?: string
  /** How many times each check applies; absent: it does not. */
  readonly checks?: Readonly<Record<string, number>>
  readonly points?: number
}

export type Scores = Readonly<Record<string, Score>>

export interface Adjustment {
  readonly points: number
  readonly reason: string
}

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

export const maxPointsSize = 1_000_000
