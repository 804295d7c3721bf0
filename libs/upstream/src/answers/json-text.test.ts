import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../errors.ts'
import { parseJsonText } from './json-text.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJsonText', () => {
  it('gives the same value as JSON.parse for any JSON within the limits', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 8 }).filter(isRead), (text) => {
      expect(parseJsonText(text)).toEqual(JSON.parse(text))
    }))
  })

  it.each([
    ['32 levels', nested(32)],
    ['equal keys in different objects', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}'],
    ['equal strings that are no keys', '{"a":["a","a"],"b":"a"}'],
    ['brackets and quotes inside strings', '["{[\\"{[", "\\\\"]'],
    ['a number of 40 characters', `[${'1'.repeat(40)}]`],
    ['50,000 members', `[${'1,'.repeat(49_998)}1]`],
    ['a surrogate pair written as escapes', '"\\ud83d\\ude00"'],
  ])('reads %s', (_what, text) => expect(parseJsonText(text)).toEqual(JSON.parse(text)))

  it.each([
    ['33 levels', nested(33)],
    ['a million levels', nested(1_000_000)],
    ['a million levels without their ends', '{"a":'.repeat(1_000_000)],
    ['more than 50,000 members', `[${'1,'.repeat(50_000)}1]`],
    ['a duplicate key', '{"id":1,"id":2}'],
    ['a duplicate key, one written with an escape', '{"id":1,"\\u0069d":2}'],
    ['a duplicate key behind white space', '{"id" : 1, "id"\n\t: 2}'],
    ['a number of 41 characters', `[${'1'.repeat(41)}]`],
    ['NUL in a value', '["\\u0000"]'],
    ['NUL in a key', '{"\\u0000":1}'],
    ['a lone surrogate', '["\\ud83d"]'],
    ['two values', '{} {}'],
    ['a string without its end', '["abc'],
    ['nothing', ''],
    ['words', 'NaN'],
  ])('refuses %s', (_what, text) => {
    expect(() => parseJsonText(text)).toThrow(expect.objectContaining({ reason: 'not_json' }))
  })

  it('keeps a __proto__ key an ordinary key', () => {
    const value = parseJsonText('{"__proto__":{"polluted":true}}') as object
    expect([Object.getPrototypeOf(value) === Object.prototype, 'polluted' in value]).toEqual([true, false])
  })

  it('throws nothing but an UpstreamError, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\u0d8e1-. \0t'.split('')) }), (text) => {
      expect(failureOf(text)).toSatisfy((error) => error === null || error instanceof UpstreamError)
    }), { numRuns: 2000 })
  })
})

const failureOf = (text: string): unknown => {
  try {
    parseJsonText(text)
    return null
  } catch (error) {
    return error
  }
}

/** What fast-check may generate and the reader refuses on purpose. */
const isRead = (text: string): boolean => !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text)
