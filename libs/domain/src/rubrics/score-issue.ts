import type { Issue } from '../errors.ts'
import type { ScoreIssueCode } from './score.ts'

/** One reason why scores cannot be taken, or are not complete. */
export interface ScoreIssue extends Issue {
  readonly code: ScoreIssueCode
}
