import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect, it } from 'vitest'
import { errorFacts } from './error-facts.ts'

describe('errorFacts', () => {
  it('returns class, SQLSTATE, the class of the cause, and the source line, and nothing else', () => {
    const error = new TypeError('canary', { cause: new DatabaseFailure('canary') })
    expect(errorFacts(error)).toEqual({
      errorClass: 'TypeError',
      errorCode: undefined,
      causeClass: 'DatabaseFailure',
      sqlstate: '23505',
      site: expect.stringMatching(/^error-facts\.test\.ts:\d+$/),
    })
  })

  it.each([
    ['a JSON error, which quotes its text', thrownBy(() => JSON.parse('canary'))],
    ['a message that looks like a stack', new Error('x\n    at canary (/a/canary.ts:1:1)')],
    ['a code that is a sentence', Object.assign(new Error('x'), { code: 'canary in a code' })],
    ['a class with an invalid name', Object.assign(Object.create({ constructor: { name: 'canary canary' } }), {})],
    ['a thrown text', 'canary'],
    ['an aggregate', new AggregateError([new Error('canary')], 'canary')],
  ])('shows nothing of %s', (_name, error) => {
    expect(JSON.stringify(errorFacts(error))).not.toContain('canary')
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'object'],
    [7, 'number'],
  ])('accepts a thrown %s', (thrown, errorClass) => {
    expect(errorFacts(thrown).errorClass).toBe(errorClass)
  })

  it("returns the code of Node's errors, and not as SQLSTATE", () => {
    const facts = errorFacts(Object.assign(new Error('x'), { code: 'EPIPE' }))
    expect([facts.errorCode, facts.sqlstate]).toEqual(['EPIPE', undefined])
  })
})

describe('the facts of an error of the database', () => {
  it.each([
    ['a refused statement', Object.assign(new Error('x'), { sqlState: '42501' }), { sqlstate: '42501' }],
    ['a refused role', new DatabaseUnavailable('28P01', true), { sqlstate: '28P01', errorCode: undefined }],
    ['no server', new DatabaseUnavailable(null, true, 'ECONNREFUSED'), { errorCode: 'ECONNREFUSED' }],
    [
      'a lock that was waited for',
      new DomainError('overloaded', { cause: Object.assign(new Error('x'), { sqlState: '55P03' }) }),
      { errorCode: 'overloaded', sqlstate: '55P03' },
    ],
  ])('name the code of %s', (_what, error, facts) => {
    expect(errorFacts(error)).toMatchObject(facts)
  })
})

class DatabaseFailure extends Error {
  readonly code = '23505'
  readonly detail = 'Key (email)=(canary@example.org) already exists.'
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}
