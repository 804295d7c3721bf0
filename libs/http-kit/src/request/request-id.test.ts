import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactTokens } from '../telemetry/log-filter.ts'
import { requestIdOf } from './request-id.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('requestIdOf', () => {
  it.each(['abcdefgh', 'A.b_c-12', 'x'.repeat(128)])('keeps the well-formed id %s', (id) => {
    expect(requestIdOf({ rawHeaders: ['Host', 'a', 'x-REQUEST-id', id] })).toBe(id)
  })

  it.each(['', 'short', 'x'.repeat(129), 'with space', 'semi;colon', 'line\nfeed', 'ä'.repeat(8)])(
    'makes a new id instead of %j',
    (id) => {
      expect(requestIdOf({ rawHeaders: ['X-Request-ID', id] })).toMatch(uuidV7)
    },
  )

  it.each([
    ['an A+ token', '0065'.repeat(10)],
    ['an A+ token in upper case', '00AB'.repeat(10)],
    ['an A+ token after a letter', `x${'0065'.repeat(10)}`],
    ['a submission key', `s1f.${'aB3'.repeat(10)}xy`],
    ['a session id', 'cgs_abcDEF-123_456'],
  ])(
    'makes a new id instead of an id with the shape of %s, so that the log filter has nothing to replace',
    (_what, id) => {
      const answered = requestIdOf({ rawHeaders: ['X-Request-ID', id] })
      expect(answered).toMatch(uuidV7)
      expect(redactTokens(JSON.stringify({ requestId: answered }), () => expect.unreachable())).toContain(answered)
    },
  )

  it('makes a new id if there are two lines, even equal ones', () => {
    expect(requestIdOf({ rawHeaders: ['X-Request-ID', 'abcdefgh', 'X-Request-ID', 'abcdefgh'] })).toMatch(uuidV7)
  })

  it('makes a new id if there is no line', () => {
    expect(requestIdOf({ rawHeaders: [] })).toMatch(uuidV7)
  })

  it('never returns any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const answered = requestIdOf({ rawHeaders: ['X-Request-ID', text] })
        // Blanks around a header's value are not part of it.
        const id = text.replaceAll(/^[ \t]+|[ \t]+$/g, '')
        expect(answered === id ? /^[A-Za-z0-9._-]{8,128}$/.test(id) : uuidV7.test(answered)).toBe(true)
      }),
      { examples: [['abcdefgh '], ['\t abcdefgh'], ['abcdefgh\u00a0']] },
    )
  })
})
