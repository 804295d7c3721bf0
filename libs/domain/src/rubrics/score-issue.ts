import type { Issue } from '../errors/domain-error.ts'
import type { ScoreIssueCode } from '../errors/error-codes.ts'

export interface ScoreIssue extends Issue {
  readonly code: ScoreIssueCode
}
