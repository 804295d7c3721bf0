import type { Issue } from '../errors.ts'
import type { ScoreIssueCode } from './score.ts'

export interface ScoreIssue extends Issue {
  readonly code: ScoreIssueCode
}
