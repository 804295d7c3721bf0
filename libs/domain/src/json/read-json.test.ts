import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreesWithOracle, damagedText, jsonText, piece } from './json-texts.fixture.ts'
import { readJson } from './read-json.ts'

describe('readJson', () => {
  it('accepts exactly what JSON.parse and the rules allow, with the same value', () => {
    fc.assert(fc.property(jsonText, agreesWithOracle), { numRuns: 2_000 })
  })

  it('agrees with JSON.parse on damaged texts', () => {
    fc.assert(fc.property(damagedText, agreesWithOracle), { numRuns: 3_000 })
  })

  it('agrees with JSON.parse on random sequences of tokens', () => {
    const soup = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(soup, agreesWithOracle), { numRuns: 2_000 })
  })

  it('agrees with JSON.parse about nesting below and above the limit', () => {
    const kinds = fc.array(fc.boolean(), { minLength: 28, maxLength: 36 })
    const text = fc.tuple(kinds, fc.constantFrom('', '0', '"x"')).map(([kinds, core]) => {
      const start = kinds.map((isArray) => (isArray ? '[' : '{"k":')).join('')
      return (
        start +
        (core || 'null') +
        kinds
          .toReversed()
          .map((isArray) => (isArray ? ']' : '}'))
          .join('')
      )
    })
    fc.assert(fc.property(text, agreesWithOracle), { numRuns: 500 })
  })

  it('reads any bytes without throwing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => typeof readJson(bytes).ok === 'boolean'))
  })

  it.each([
    ['nothing', ''],
    ['whitespace alone', ' \n'],
    ['two values', '1 2'],
    ['a trailing comma', '[1,]'],
    ['a comment', '{}//'],
    ['a single quote', "{'a':1}"],
    ['a leading zero', '01'],
    ['a bare plus', '+1'],
    ['a bare point', '.5'],
    ['NaN', 'NaN'],
    ['an unfinished object', '{"a":1'],
    ['a bad escape', '"\\x"'],
    ['a raw control character', '"\u001f"'],
    ['a raw control character in a long text', `"${'a'.repeat(1_000)}\u001f"`],
    ['a raw control character behind an escape', '"\\n\u0001"'],
    ['a no-break space', '\u00a01'],
    ['a byte order mark', '\ufeff{}'],
    ['depth 33', nested(33)],
    ['a million levels', nested(1_000_000)],
    ['a number of 41 characters', `0.${'1'.repeat(39)}`],
    ['a number too great, in an unfinished text', '[1e400'],
    ['a raw NUL', '"\0"'],
    ['a duplicate in an unfinished text', '{"a":1,"a":2'],
    ['an escaped NUL in an unfinished text', '{"a":"\\u0000"'],
  ])('rejects %s', (_what, text) => {
    expect(read(text)).toEqual(malformed)
  })

  it.each([
    ['50,001 elements', `[${'0,'.repeat(50_000)}0]`, {}],
    ['50,001 members', manyMembers(50_001), {}],
    ['more than the caller allows, without reading on', '[[0],{"a":0},"', { maxMembers: 3 }],
    ['more than the caller allows, before anything is read', '[?,0,0,0]', { maxMembers: 3 }],
  ])('finds %s too large', (_what, text, rules) => {
    expect(readJson(Buffer.from(text), rules)).toMatchObject({ ok: false, issue: { path: '$', code: 'too_large' } })
  })

  it('counts the members and elements of all levels', () => {
    expect(readJson(Buffer.from('[[0],{"a,b\\",":0}]'), { maxMembers: 4 }).ok).toBe(true)
  })

  it.each([
    ['an overlong encoding', [0x22, 0xc0, 0xaf, 0x22]],
    ['a cut sequence', [0x22, 0xe2, 0x82, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['latin1', [0x22, 0xe4, 0x22]],
    ['a UTF-16 text', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['bytes of a byte order mark', [0xef, 0xbb, 0xbf, 0x31]],
  ])('rejects %s', (_what, bytes) => {
    expect(readJson(Uint8Array.from(bytes))).toEqual(malformed)
  })

  it.each([
    ['{"a":1,"a":1}', '$.a'],
    ['{"a":1,"\\u0061":1}', '$.a'],
    ['{"templates":{"extensions":[],"extensions":[]}}', '$.templates.extensions'],
    ['[0,[{"x":{}},{"y":1,"we ird":2,"we ird":3}]]', '$[1][1]["we ird"]'],
    ['{"__proto__":1,"__proto__":2}', '$.__proto__'],
    ['{"":1,"b":{"c":1,"c":2},"":2}', '$.b.c'],
  ])('points at the first duplicate key of %s', (text, path) => {
    expect(read(text)).toEqual(problem(path, 'duplicate'))
  })

  it.each([
    ['a number too great', '1e400', '$'],
    ['a number too small', '{"a":[0,-1e400]}', '$.a[1]'],
    ['an integer above 2^53−1', '[9007199254740992]', '$[0]'],
    ['an integer below −(2^53−1)', '{"graders":[{"userId":-9007199254740993}]}', '$.graders[0].userId'],
    ['an integer written as a decimal, above 2^53−1', '1e17', '$'],
    ['the first of two', '{"a":1e400,"b":"\\u0000"}', '$.a'],
  ])('points at %s, which JSON allows and we do not keep', (_what, text, path) => {
    expect(read(text)).toMatchObject({ ok: false, issue: { path, code: 'invalid_value' } })
  })

  it.each([
    ['{"a":"\\u0000"}', '$.a', 'the character U+0000 (NUL)'],
    ['{"\\u0000":1}', '$["\\u0000"]', 'the character U+0000 (NUL)'],
    ['"\\ud800x"', '$', 'the lone surrogate U+D800'],
    ['[0,{"b":["x\\uDC00"]}]', '$[1].b[0]', 'the lone surrogate U+DC00'],
    ['{"a":{"\\ud800":1}}', '$.a["\\ud800"]', 'the lone surrogate U+D800'],
    ['"\\ud83d\\ude00\\ude00\\ud83d"', '$', 'the lone surrogate U+DE00'],
    ['{"a":1,"a":"\\u0000"}', '$.a', 'the character U+0000 (NUL)'],
  ])('names the character in %s that no text may hold, at its path', (text, path, character) => {
    const message = `Holds ${character}, which no text may hold.`
    expect(read(text)).toEqual({ ok: false, issue: { path, code: 'invalid_value', message } })
  })

  it.each([
    ['the same key in two objects', '[{"a":1},{"a":1}]'],
    ['a key in its own value', '{"a":{"a":{"a":1}}}'],
    ['depth 32', nested(32)],
    ['a number of 40 characters', `0.${'1'.repeat(38)}`],
    ['the greatest integers', '[9007199254740991,-9007199254740991]'],
    ['50,000 elements', `[${'0,'.repeat(49_999)}0]`],
    ['quotes and backslashes inside strings', '{"\\"":"\\\\","\\\\\\"":"\\/\\b\\f\\n\\r\\t"}'],
    ['a signed exponent', '[1E+2,1e-2]'],
    ['50,000 members', manyMembers(50_000)],
    ['a pair of surrogates', '"\\ud83d\\ude00"'],
    ['a byte order mark inside a string', '"\ufeff"'],
  ])('accepts %s', (_what, text) => {
    expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  it.each([
    ['"\\u0000"', '\0'],
    ['["\\ud800x"]', ['\ud800x']],
    ['{"\\udc00":1}', { '\udc00': 1 }],
  ])('accepts the strings of %s with `allowsAnyString`', (text, value) => {
    expect(readJson(Buffer.from(text), { allowsAnyString: true })).toEqual({ ok: true, value })
  })

  it.each(['"\0"', '"\\x"', '{"\\u0000":1,"\\u0000":2}', '"a'])('rejects %j even with `allowsAnyString`', (text) => {
    expect(readJson(Buffer.from(text), { allowsAnyString: true }).ok).toBe(false)
  })

  it.each(['-0', '[-0]', '{"__proto__":-0.0}', '-0e7'])('reads the negative zero of %s as zero', (text) => {
    const reading = read(text)
    expect(reading.ok && isDeepStrictEqual(reading.value, JSON.parse(JSON.stringify(JSON.parse(text))))).toBe(true)
  })

  it.each([
    '11.00000000000000000000001',
    '10.99999999999999999999999',
    '9007199254740990.6',
    '-9007199254740990.4',
    '4503599627370497.25',
    '1e-400',
    '-1e-400',
    '1100000000000000000000001e-23',
    '0.99999999999999999999E0',
  ])('reads %s as NaN', (literal) => {
    expect(read(`{"id":${literal},"list":[-0,${literal},11]}`)).toEqual({
      ok: true,
      value: { id: NaN, list: [0, NaN, 11] },
    })
  })

  it.each([
    ['11.0', 11],
    ['1e3', 1000],
    ['1.5e1', 15],
    ['110E-1', 11],
    ['-0.0', 0],
    ['0e-400', 0],
    ['1.25', 1.25],
    ['9007199254740991.000', 2 ** 53 - 1],
  ])('reads the exact number %s', (literal, value) => {
    expect(read(`[-0,${literal}]`)).toEqual({ ok: true, value: [0, value] })
  })

  it.each(['{"__proto__":{"polluted":1}}', '{"a":-0,"__proto__":{"polluted":1}}'])(
    'keeps the prototype of the object made from %s',
    (text) => {
      const reading = read(text)
      if (!reading.ok) throw new Error('refused')
      expect(Object.getPrototypeOf(reading.value)).toBe(Object.prototype)
      expect(Object.hasOwn(reading.value as object, '__proto__')).toBe(true)
    },
  )

  it.each([
    ['brackets', () => '['],
    ['digits', () => '1'],
    ['whitespace', () => ' '],
    ['escapes in one string', (index: number) => (index === 0 ? '"' : '\\n')],
    ['backslashes', (index: number) => (index === 0 ? '"' : '\\\\')],
    ['keys', (index: number) => `${index === 0 ? '{' : ','}"${index}":0`],
    ['long equal keys', (index: number) => `${index === 0 ? '{' : ','}"${'k'.repeat(100)}":0`],
    ['small objects', (index: number) => `${index === 0 ? '[' : ','}{"a":[]}`],
  ])('takes linear time for hostile %s', (_what, part) => {
    const text = Array.from({ length: 2_000_000 / Math.max(2, part(1).length) }, (_, index) => part(index)).join('')
    const whole = Buffer.from(text)
    const wholeMs = leastCpuMs(whole)
    const eighthMs = leastCpuMs(whole.subarray(0, whole.length / 8))
    // Anything worse than linear takes many seconds at this length; the slack is for a busy machine.
    expect(wholeMs).toBeLessThan(24 * eighthMs + 200)
  })
})

const read = (text: string) => readJson(Buffer.from(text, 'utf8'))
const problem = (path: string, code: string) => ({ ok: false, issue: { path, code, message: expect.any(String) } })
const malformed = problem('$', 'malformed_json')
const manyMembers = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

function leastCpuMs(bytes: Uint8Array): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    readJson(bytes)
    return process.threadCpuUsage(before).user / 1000
  })
  return Math.min(...runs)
}
