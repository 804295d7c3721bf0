/** A score has the member of its criterion's kind; with only a comment it is incomplete. */
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

export const maxPointsSize = 1_000_000
