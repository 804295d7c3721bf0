import { describe, expect, it } from 'vitest'
import { internalProblemStyle } from './internal-problem-style.ts'
import { problemAnswer } from './problem.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

describe('internalProblemStyle', () => {
  it.each<[RefusalCode, number, string]>([
    ['validation_failed', 400, 'validation_failed'], ['request_aborted', 400, 'validation_failed'], ['not_found', 404, 'not_found'],
    ['method_not_allowed', 405, 'method_not_allowed'], ['payload_too_large', 413, 'payload_too_large'],
    ['unsupported_media_type', 415, 'unsupported_media_type'], ['precondition_required', 428, 'precondition_required'],
    ['overloaded', 503, 'overloaded'],
  ])('says %s, which the way of any request can refuse with, as %i %s', (refused, status, code) => {
    const answer = problemAnswer(new Refusal(refused), internalProblemStyle, 'request-1')
    expect(answer).toMatchObject({ status, code, body: `{"code":"${code}","requestId":"request-1"}`, unforeseen: false })
  })
})
