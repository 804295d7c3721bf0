import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redaction, redactTokens } from './log-filter.ts'

const token = '00650065006500650065006500650065006500ab'

describe('redactTokens', () => {
  it.each([
    ['an A+ token', token],
    ['an A+ token in upper case', token.toUpperCase()],
    ['a token in a URL', 'token=abc.def-123'],
    ['a token in an encoded URL', 'Token%3Dabc.def-123'],
    ['a submission key', `s1f.${'aB3'.repeat(10)}xy`],
    ['a session id', 'cgs_abcDEF-123_456'],
    ['an A+ token after an encoded blank', `Token%20${token}`],
    ['an A+ token in encoded quotes', `%22${token}%22`],
    ['an A+ token after a letter', `a${token}`],
    ['a submission key in an encoded URL', `X%3Ds7f.${'aB3'.repeat(10)}xy`],
    ['a submission key after an underscore', `x_s7f.${'aB3'.repeat(10)}xy`],
  ])('replaces %s at any position', (_name, secret) => {
    let counted = 0
    const line = redactTokens(`{"a":"${secret}","b":"x ${secret} y"}`, (count) => {
      counted += count
    })
    expect(line).not.toContain(token)
    expect(line).not.toContain('aB3aB3')
    expect(line).not.toContain(secret)
    expect(line.split(redaction)).toHaveLength(3)
    expect(counted).toBe(2)
  })

  it('does not replace request ids, numbers and longer digests', () => {
    const line = JSON.stringify({
      requestId: '01a1f9ba-1dad-7004-9ac0-1a2ec040d955',
      status: 200,
      userId: 9_007_199_254_740_991,
      digest: 'ab'.repeat(32),
    })
    expect(redactTokens(line, () => expect.unreachable())).toBe(line)
  })

  it('finds 40 hexadecimal digits at any position', () => {
    const around = fc.stringMatching(/^[a-z0-9 ":,-]{0,120}$/)
    fc.assert(
      fc.property(around, around, (before, after) => {
        const line = redactTokens(`${before} ${token}"${after}`, () => {})
        expect(line).not.toContain(token)
      }),
      { numRuns: 1000 },
    )
  })
})
