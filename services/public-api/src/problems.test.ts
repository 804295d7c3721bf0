import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import type { CommonIssueCode } from '@course-grading/domain/errors/error-codes'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { problems } from './problems.ts'

describe('problems of the public API', () => {
  it('have the same issue codes in the contract and in the domain', () => {
    expectTypeOf<(typeof issueCodes)[number]>().toEqualTypeOf<CommonIssueCode>()
    expect(new Set(issueCodes).size).toBe(issueCodes.length)
  })

  it('have a code of the contract for every renamed code', () => {
    expect(Object.keys(publicProblems)).toEqual(expect.arrayContaining(Object.values(problems.rename ?? {})))
  })

  it('never show more than their table', () => {
    const body = JSON.stringify(
      problems.body({
        code: 'internal',
        message: publicProblems.internal.message,
        requestId: 'r-12345678',
        issues: [],
        detail: undefined,
      }),
    )
    expect(body).toBe('{"error":{"code":"internal","message":"Internal error.","requestId":"r-12345678","issues":[]}}')
    expect(new DomainError('overloaded').message).toBe('overloaded')
  })
})
