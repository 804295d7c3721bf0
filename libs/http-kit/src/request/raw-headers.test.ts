import { describe, expect, it } from 'vitest'
import { headerLines, singleHeader } from './raw-headers.ts'

const rawHeaders = ['Host', 'a', 'X-One', ' \tvalue\t ', 'x-two', '1', 'X-TWO', '', 'If-Match', '\u00a0"7"']

describe('singleHeader', () => {
  it.each([
    ['x-absent', { kind: 'absent' }],
    ['X-ONE', { kind: 'one', value: 'value' }],
    ['X-Two', { kind: 'many' }],
    ['if-match', { kind: 'one', value: '\u00a0"7"' }],
    ['value', { kind: 'absent' }],
  ])('reads %s in any letter case', (name, header) => {
    expect(singleHeader({ rawHeaders }, name)).toEqual(header)
  })

  it('distinguishes an empty line from an absent one', () => {
    expect(singleHeader({ rawHeaders: ['If-Match', ' '] }, 'If-Match')).toEqual({ kind: 'one', value: '' })
  })
})

describe('headerLines', () => {
  it('returns every line in order', () => {
    expect(headerLines({ rawHeaders }, 'x-two')).toEqual(['1', ''])
  })
})
