import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changed, service, signed } from './launch.fixture.ts'
import { isSignedBy } from './launch-signature.ts'

// Signed by `openssl dgst -sha1 -hmac` over a base string that was written by hand.
const secret = 'sec ret+ä'
const address = 'https://web.example/lti/launch'
const pairs: readonly (readonly [string, string])[] = [
  ['menu', 'x y'],
  ['oauth_nonce', '123'],
  ['context_title', 'Ohjelmointi & käli'],
  ['a1', "'!(*)~"],
  ['a=', '1'],
  ['a', ''],
  ['oauth_consumer_key', 'key'],
  ['oauth_signature', 'Lt38F7M9iJxyaNuRSaaU3qxPe4k='],
]

describe('the signature of a launch', () => {
  it('is that of the sorted pairs, whatever they hold', () => {
    expect(isSignedBy([secret], { address, pairs })).toBe(true)
  })

  it('is that of any launch, and of none once a field is changed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    const fields = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 5 })
    const isSigned = (form: Parameters<typeof changed>[0]) =>
      isSignedBy([service.secret], { address: service.launchUrl, pairs: form })
    fc.assert(
      fc.property(fields, fc.nat(), (extra, place) => {
        const form = signed({ extra: extra.map(([name, value]) => [`custom_${name}`, value]) })
        const [name] = form[place % form.length] ?? ['']
        expect([isSigned(form), isSigned(changed(form, name, 'changed'))]).toEqual([true, false])
      }),
    )
  })

  it('may be by the secret before', () => {
    expect(isSignedBy(['another', secret], { address, pairs })).toBe(true)
    expect(isSignedBy(['another'], { address, pairs })).toBe(false)
    expect(isSignedBy([], { address, pairs })).toBe(false)
  })

  it.each<[string, Parameters<typeof isSignedBy>[1]]>([
    ['another address', { address: 'https://web.example/lti/launch/', pairs }],
    ['a changed value', { address, pairs: pairs.map(([name, value]) => [name, name === 'menu' ? 'x  y' : value]) }],
    ['one pair less', { address, pairs: pairs.slice(1) }],
    ['one pair more', { address, pairs: [...pairs, ['b', '']] }],
    ['no signature', { address, pairs: pairs.slice(0, -1) }],
    ['a pair twice', { address, pairs: [...pairs, ['a', '']] }],
    ['two signatures', { address, pairs: [['oauth_signature', 'AAAA'], ...pairs] }],
  ])('is refused with %s', (_what, request) => {
    expect(isSignedBy([secret], request)).toBe(false)
  })
})
