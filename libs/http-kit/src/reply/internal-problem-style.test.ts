import { internalError } from '@course-grading/contracts/problems/internal-error'
import { internalProblems } from '@course-grading/contracts/problems/internal-problems'
import { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { internalProblemStyle } from './internal-problem-style.ts'
import { problemReply } from './problem.ts'
import { HttpError, type HttpErrorCode } from '../errors/http-error.ts'
import { createValidator } from '@course-grading/validation'

describe('internalProblemStyle', () => {
  it.each<[HttpErrorCode, number, string]>([
    ['validation_failed', 400, 'validation_failed'],
    ['request_aborted', 400, 'validation_failed'],
    ['not_found', 404, 'not_found'],
    ['method_not_allowed', 405, 'method_not_allowed'],
    ['payload_too_large', 413, 'payload_too_large'],
    ['unsupported_media_type', 415, 'unsupported_media_type'],
    ['precondition_required', 428, 'precondition_required'],
    ['overloaded', 503, 'overloaded'],
  ])('writes %s, a problem of any request, as %i %s', (refused, status, code) => {
    const reply = problemReply(new HttpError(refused), style, 'request-1')
    expect(reply).toMatchObject({
      status,
      problem: { code },
      body: `{"code":"${code}","requestId":"request-1"}`,
      unforeseen: false,
    })
  })

  it.each([1, 5, 100, 1000])('lists the issues of %i fields in the form of the contract', (count) => {
    const issues = Array.from({ length: count }, (_, index) => ({
      path: `$.graders[${index}]`,
      code: issueCodes[index % issueCodes.length]!,
      message: 'Not so.',
    }))
    const { body } = problemReply(new DomainError('validation_failed', { issues, detail: 'So.' }), style, 'request-1')
    expect(createValidator(internalError(internalProblems))(JSON.parse(body))).toEqual([])
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)
  })
  it('writes a detail, and all issues if they fit', () => {
    const issues: Issue[] = [{ path: '$.a', code: 'required', message: 'This field is required.' }]
    expect(bodyOf(new DomainError('validation_failed', { issues, detail: 'why' }))).toEqual({
      code: 'validation_failed',
      requestId: 'request-1',
      detail: 'why',
      fieldErrors: issues,
    })
  })

  it('is never larger than 4 KiB, keeps the order of the issues, and is complete or ends with too_many_issues', () => {
    const text = fc.string({
      maxLength: 600,
      unit: fc.constantFrom('x', '"', '\\', '\n', '\x01', 'ä', '€', '💥', '\ud800', '\u2028'),
    })
    const issue = fc.record({
      path: text,
      code: fc.constantFrom<Issue['code']>('required', 'invalid_value'),
      message: text,
    })
    const facts = fc.record({
      issues: fc.array(issue, { maxLength: 150 }),
      detail: fc.option(text, { nil: undefined }),
    })
    fc.assert(
      fc.property(facts, ({ issues, detail }) => {
        const { body } = problemReply(
          new DomainError('validation_failed', { issues, ...(detail !== undefined && { detail }) }),
          style,
          'r'.repeat(64),
        )
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)
        const { fieldErrors = [] } = JSON.parse(body) as { fieldErrors?: Issue[] }
        const kept = fieldErrors.length === issues.length ? fieldErrors : fieldErrors.slice(0, -1)
        if (kept !== fieldErrors) expect(fieldErrors.at(-1)).toMatchObject({ path: '$', code: 'too_many_issues' })
        expect(kept.map(({ path }) => path)).toEqual(issues.slice(0, kept.length).map(({ path }) => path))
      }),
      { numRuns: 300 },
    )
  })

  it('lists as many issues as fit', () => {
    const issues = Array.from({ length: 60 }, (_, index): Issue => ({
      path: `$.rows[${index}]`,
      code: 'required',
      message: 'This field is required.',
    }))
    const { fieldErrors } = bodyOf(new DomainError('validation_failed', { issues }))
    expect(fieldErrors?.length).toBeGreaterThan(45)
    expect(fieldErrors?.length).toBeLessThan(60)
    expect(fieldErrors?.at(-1)?.code).toBe('too_many_issues')
  })

  it('has too_many_issues once if there are more issues than the maximum', () => {
    const issues = Array.from({ length: 200 }, (): Issue => ({ path: '$', code: 'required', message: '' }))
    const codes = bodyOf(new DomainError('validation_failed', { issues })).fieldErrors?.map(({ code }) => code)
    expect(codes?.filter((code) => code === 'too_many_issues')).toHaveLength(1)
  })

  it('cuts a long detail between two characters', () => {
    expect(bodyOf(new DomainError('validation_failed', { detail: `${'x'.repeat(499)}💥` })).detail).toBe(
      `${'x'.repeat(499)}\ufffd`,
    )
  })
})

const style = internalProblemStyle(internalProblems)

const bodyOf = (error: unknown) =>
  JSON.parse(problemReply(error, style, 'request-1').body) as { detail?: string; fieldErrors?: Issue[] }
