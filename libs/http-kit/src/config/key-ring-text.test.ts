import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseKeyRing } from './key-ring-text.ts'

const one = Buffer.alloc(32, 1).toString('base64')
const two = Buffer.alloc(32, 2).toString('base64')

describe('parseKeyRing', () => {
  it('keeps the order of the keys, since the first key seals', () => {
    expect(parseKeyRing(`b:${two}, a:${one}`)?.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('reads a ring back from its text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = Buffer.from(bytes)
        expect(parseKeyRing(`k-1:${key.toString('base64')}`)?.[0]?.key.equals(key)).toBe(true)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['no id', one],
    ['an empty id', `:${one}`],
    ['an id in upper case', `A:${one}`],
    ['31 bytes', `a:${Buffer.alloc(31, 1).toString('base64')}`],
    ['33 bytes', `a:${Buffer.alloc(33, 1).toString('base64')}`],
    ['no padding', `a:${one.slice(0, -1)}`],
    ['a last character with unused bits', `a:${one.slice(0, -2)}F=`],
    ['the alphabet of URLs', `a:${Buffer.alloc(32, 255).toString('base64url')}=`],
    ['the same id twice', `a:${one},a:${two}`],
    ['the same key twice', `a:${one},b:${one}`],
    ['an empty entry', `a:${one},`],
  ])('refuses %s', (_name, text) => {
    expect(parseKeyRing(text)).toBeUndefined()
  })
})
