import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTarget, parseId } from './request-target.ts'

describe('checkTarget', () => {
  it.each([
    ...'/ /api/v1/courses/1/settings /api?next=http://host/%2F%ff /a/%00 /a/%C3%A4 /a/.. /a//b /a/%252F /?'.split(' '),
    "/~-._!$&'()*+,;=:@",
  ])('accepts %j', (target) => {
    expect(checkTarget(target)).toBe('ok')
  })

  it.each(['http://host/api', 'https://host', '//host/api', '///', '/\\host', '*', '', 'host:80', '?a=1'])(
    'returns bad_request for %j',
    (target) => {
      expect(checkTarget(target)).toBe('bad_request')
    },
  )

  it.each([
    '/a/%2F',
    '/a%2fb',
    '/a/%5C',
    '/a%5cb',
    '/a\\b',
    ...'/a/% /a/%4 /a/%zz /a/%ff /a/%C3 /a/%C0%AF /a/%ED%A0%80 /a/%F5%80%80%80'.split(' '),
    '/a/\u00e4',
    '/a b',
    '/a\t',
    '/a#b',
    '/a/\x7f',
    '/%C3/%A4',
  ])('returns no_route for %j', (target) => {
    expect(checkTarget(target)).toBe('no_route')
  })

  it('never throws, and accepts only segments that decode to text without a slash', () => {
    const trap = fc.constantFrom('/', '%2F', '%', '\\', '?', '%C3', '%A4', '%25', '..')
    const part = fc.oneof(trap, fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => `/${parts.join('')}`),
        (target) => {
          if (checkTarget(target) !== 'ok') return
          for (const segment of target.split('?')[0]?.split('/') ?? []) {
            expect(decodeURIComponent(segment)).not.toMatch(/[/\\]/)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('parseId', () => {
  it('reads every id back from its decimal form', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parseId(String(id)) === id))
    expect(parseId('9007199254740991')).toBe(9_007_199_254_740_991)
  })

  it.each([
    '',
    ...'0 00 01 +1 -1 1e3 1.0 1. 0x1'.split(' '),
    ' 1',
    '1 ',
    '1\n',
    '1\0',
    '\0',
    ...'１ ١ 1_0 1n .. 9007199254740992 9007199254740993 99999999999999999999 Infinity NaN 1,2 ten'.split(' '),
  ])('returns null for %j', (segment) => {
    expect(parseId(segment)).toBeNull()
  })

  it('accepts nothing but the canonical form', () => {
    const digits = fc.array(fc.constantFrom(...'0123456789.+-e \0'), { maxLength: 18 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(digits, (segment) => {
        const id = parseId(segment)
        if (id === null) return !/^[1-9]\d{0,14}$/.test(segment)
        return String(id) === segment && id >= 1 && Number.isSafeInteger(id)
      }),
      { numRuns: 1_000 },
    )
  })
})
