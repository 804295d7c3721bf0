import type { Issue } from '@course-grading/domain/errors/domain-error'
import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { pathReader, queryReader } from './read-parameters.ts'
import { HttpError } from '../errors/http-error.ts'

describe('queryReader', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?&&', {}],
    ['?limit=7', { limit: 7 }],
    ['?dryRun=true&q=a', { dryRun: true, q: 'a' }],
    ['?dryRun=false', { dryRun: false }],
    ['?q=a+b', { q: 'a b' }],
    ['?q=a%2Bb', { q: 'a+b' }],
    ['?q=%C3%A4', { q: 'ä' }],
    ['?q=a=b', { q: 'a=b' }],
    ['?q=a?b', { q: 'a?b' }],
    ['?%71=a', { q: 'a' }],
    ['?state=open', { state: 'open' }],
    ['?q=7', { q: '7' }],
    ['?q=__proto__', { q: '__proto__' }],
  ])('reads %j', (query, values) => {
    expect(readQuery(`/things${query}`)).toEqual(values)
  })

  it.each([
    ['?limit=0', '$.limit invalid_format'],
    ['?limit=201', '$.limit too_large'],
    ['?limit=07', '$.limit invalid_format'],
    ['?limit=', '$.limit invalid_format'],
    ['?limit', '$.limit invalid_format'],
    ['?limit=9007199254740993', '$.limit invalid_format'],
    ['?dryRun=1', '$.dryRun invalid_format'],
    ['?dryRun=True', '$.dryRun invalid_format'],
    ['?dryRun', '$.dryRun invalid_format'],
    ['?q=', '$.q too_short'],
    ['?q=%00', '$.q invalid_value'],
    ['?q=%ff', '$.q invalid_format'],
    ['?q=%', '$.q invalid_format'],
    [`?q=${'x'.repeat(21)}`, '$.q too_long'],
    ['?q=a&q=a', '$.q duplicate'],
    ['?q=a&%71=b', '$.q duplicate'],
    ['?Limit=7', '$.Limit unknown_field'],
    ['?limit%20=7', '$["limit "] unknown_field'],
    ['?=7', '$[""] unknown_field'],
    ['?__proto__=7', '$.__proto__ unknown_field'],
    ['?constructor=7', '$.constructor unknown_field'],
    ['?%ff=1', '$["%ff=1"] unknown_field'],
  ])('refuses %j for %j', (query, issue) => {
    expect(issuesOf(() => readQuery(`/things${query}`))).toEqual([issue])
  })

  it.each(['0', '-1', 'x'])('names the real bounds of a number to which %j was given', (limit) => {
    expect(problemsOf(() => readQuery(`/things?limit=${limit}`))).toEqual([
      { path: '$.limit', code: 'invalid_format', message: 'Must be a decimal integer from 1 to 200.' },
    ])
  })

  it('refuses a value that the parameter does not allow', () => {
    expect(issuesOf(() => readQuery('/things?state=gone'))).not.toEqual([])
  })

  it('reports all issues at once', () => {
    expect(issuesOf(() => readQuery('/things?limit=x&q=%ff&more=1&dryRun=2'))).toEqual([
      '$.limit invalid_format',
      '$.q invalid_format',
      '$.more unknown_field',
      '$.dryRun invalid_format',
    ])
  })

  it('reports a missing parameter', () => {
    const read = queryReader(Type.Object({ exerciseId: id }))
    expect(issuesOf(() => read('/things'))).toEqual(['$.exerciseId required'])
    expect(issuesOf(() => read('/things?exerciseId=x'))).toEqual(['$.exerciseId invalid_format'])
  })

  it('returns any text unchanged, however it was encoded', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((value) => !value.includes('\0') && [...value].length <= 20)
    fc.assert(
      fc.property(text, fc.boolean(), (q, asForm) => {
        const encoded = asForm ? new URLSearchParams({ q }).toString() : `q=${encodeURIComponent(q)}`
        expect(readQuery(`/things?${encoded}`)).toEqual({ q })
      }),
    )
  })

  it('returns values or rejects, for any query', () => {
    const part = fc.oneof(
      fc.constantFrom('q', 'limit', 'dryRun', '=', '&', '%', '+', '?', '%00', '%C3%A4', '7', 'true', '__proto__'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (query) => {
          let values: object = {}
          if (
            issuesOf(() => {
              values = readQuery(`/things?${query}`)
            }).length > 0
          )
            return
          expect(Object.keys(values).every((name) => ['q', 'state', 'limit', 'dryRun'].includes(name))).toBe(true)
          expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('pathReader', () => {
  it('reads ids as numbers and everything else as text', () => {
    expect(readPath({ courseId: '11', slug: '7' })).toEqual({ courseId: 11, slug: '7' })
  })

  it('reports all issues at once', () => {
    expect(issuesOf(() => readPath({ courseId: 'x', slug: 'a\0' }))).toEqual([
      '$.courseId invalid_format',
      '$.slug invalid_value',
    ])
    expect(issuesOf(() => readPath({ courseId: '1', slug: 'abcdef' }))).toEqual(['$.slug too_long'])
  })

  it('reads nothing if the path has no parameters', () => {
    expect(pathReader(undefined)({})).toEqual({})
  })
})

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const readQuery = queryReader(
  Type.Object({
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    dryRun: Type.Optional(Type.Boolean()),
  }),
)
const readPath = pathReader(Type.Object({ courseId: id, slug: Type.String({ maxLength: 5 }) }))

/** The issues of the error that `read` throws, as `path code`. */
const issuesOf = (read: () => unknown) => problemsOf(read).map(({ path, code }) => `${path} ${code}`)

function problemsOf(read: () => unknown): readonly Issue[] {
  try {
    read()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'validation_failed') return error.issues
    throw error
  }
  return []
}
