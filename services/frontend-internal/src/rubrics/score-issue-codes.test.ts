import { scoreIssueCodes } from '@course-grading/contracts/rubrics/score-issue-codes'
import type { ScoreIssueCode } from '@course-grading/domain/errors/error-codes'
import { describe, expect, expectTypeOf, it } from 'vitest'

describe('the issue codes of scores', () => {
  it('are the same in the contract and in the domain', () => {
    expectTypeOf<(typeof scoreIssueCodes)[number]>().toEqualTypeOf<ScoreIssueCode>()
    expect(new Set(scoreIssueCodes).size).toBe(scoreIssueCodes.length)
  })
})
