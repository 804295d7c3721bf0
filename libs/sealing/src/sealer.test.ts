import { createCipheriv } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealer.ts'
import { encodeStoredForm, keyIdOf } from './stored-form.ts'

describe('a sealer', () => {
  it('opens what it sealed, for any text and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), aContext, (plaintext, bound) => {
        const { sealed, keyId } = sealer.seal(plaintext, bound)
        expect(sealer.open(sealed, bound)).toEqual({ ok: true, plaintext })
        expect([keyId, keyIdOf(sealed)]).toEqual(['k-2', 'k-2'])
      }),
    )
  })

  it('keeps the empty text and a byte order mark', () => {
    for (const plaintext of ['', '\u{feff}token']) {
      expect(sealer.open(sealer.seal(plaintext, context).sealed, context)).toEqual({ ok: true, plaintext })
    }
  })

  it('refuses a text that would not be read back the same', () => {
    expect(() => sealer.seal('a\u{d800}b', context)).toThrow('lone surrogate')
  })

  it('never makes the same bytes twice, because the nonce is new', () => {
    const sealed = Array.from({ length: 2_000 }, () => sealer.seal('token', context).sealed)
    const nonces = sealed.map((bytes) => bytes.subarray(5, 17).toString('hex'))
    expect(new Set(nonces).size).toBe(sealed.length)
  })

  it('holds nothing of the text in what it makes', () => {
    const { sealed } = sealer.seal('a-token-that-is-secret', context)
    expect(sealed.toString('latin1')).not.toContain('secret')
    expect(sealed.length).toBe(1 + 1 + 'k-2'.length + 12 + 'a-token-that-is-secret'.length + 16)
  })

  it('reports which key seals and which open', () => {
    expect([sealer.sealingKeyId, sealer.keyIds]).toEqual(['k-2', ['k-2', 'k-1']])
  })

  it('reports each sealing, with the key, and no opening', () => {
    const reported: string[] = []
    const onSealed = (keyId: string) => void reported.push(keyId)
    const counted = createSealer({ purpose: 'session-token', keys: [current, old], onSealed })
    const { sealed } = counted.seal('token', context)
    counted.seal('token', context)
    counted.open(sealed, context)
    expect(reported).toEqual(['k-2', 'k-2'])
  })

  it('shows no key when it is printed', () => {
    const drawn = { id: 'k', key: Buffer.from('0123456789abcdef0123456789abcdef') }
    const shown = inspect(createSealer({ purpose: 'session-token', keys: [drawn] }), { depth: 9, showHidden: true })
    expect(shown).not.toMatch(/0123456789|30 31 32/)
  })
})

describe('the key ring', () => {
  it('opens texts with an old key that were sealed when that key was the first', () => {
    const { sealed } = createSealer({ purpose: 'session-token', keys: [old] }).seal('token', context)
    expect(sealer.open(sealed, context)).toEqual({ ok: true, plaintext: 'token' })
  })

  it('says that the key is unknown rather than that the bytes are corrupt', () => {
    const { sealed } = sealer.seal('token', context)
    const without = createSealer({ purpose: 'session-token', keys: [old] })
    expect(without.open(sealed, context)).toEqual({ ok: false, reason: 'unknown_key' })
  })

  it('says corrupt where another key has the same id', () => {
    const { sealed } = sealer.seal('token', context)
    const other = createSealer({ purpose: 'session-token', keys: [aKey('k-2', 9)] })
    expect(other.open(sealed, context)).toEqual(corrupt)
  })

  it.each([
    ['is empty', [], 'empty'],
    ['has an id twice', [old, aKey('k-1', 3)], 'key id is there twice'],
    ['has a key twice', [old, aKey('k-3', 1)], 'key is there twice'],
    ['has a key of 31 bytes', [{ id: 'a', key: Buffer.alloc(31, 1) }], 'a does not have 32 bytes'],
    ['has a key of 33 bytes', [{ id: 'a', key: Buffer.alloc(33, 1) }], 'a does not have 32 bytes'],
    ['has an empty id', [aKey('', 1)], 'key id has'],
    ['has an id in upper case', [aKey('A', 1)], 'key id has'],
    ['has an id with a line end', [aKey('a\n', 1)], 'key id has'],
    ['has an id of 33 characters', [aKey('a'.repeat(33), 1)], 'key id has'],
  ])('throws when it %s', (_name, keys, message) => {
    expect(() => createSealer({ purpose: 'session-token', keys })).toThrow(message)
  })

  it('takes an id of 32 characters', () => {
    const long = createSealer({ purpose: 'session-token', keys: [aKey('z'.repeat(32), 1)] })
    expect(long.open(long.seal('token', context).sealed, context)).toEqual({ ok: true, plaintext: 'token' })
  })
})

describe('sealed bytes', () => {
  const { sealed } = sealer.seal('an upstream token', context)

  it('do not open with any bit flipped', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed)
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(sealer.open(damaged, context).ok, `bit ${bit}`).toBe(false)
    }
  })

  it('are corrupt, not of an unknown key, with any bit flipped outside the key id', () => {
    for (let at = 5; at < sealed.length; at += 1) {
      const damaged = Buffer.from(sealed)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
      expect(sealer.open(damaged, context)).toEqual(corrupt)
    }
  })

  it('are corrupt wherever they are cut, at the end and at the beginning', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(sealer.open(sealed.subarray(0, length), context)).toEqual(corrupt)
      expect(sealer.open(sealed.subarray(sealed.length - length), context)).toEqual(corrupt)
    }
  })

  it('are corrupt with a byte more', () => {
    expect(sealer.open(Buffer.concat([sealed, Buffer.of(0)]), context)).toEqual(corrupt)
  })

  it('are corrupt in any context but their own', () => {
    fc.assert(
      fc.property(aContext, (other) => {
        fc.pre(other.join() !== context.join())
        expect(sealer.open(sealed, other)).toEqual(corrupt)
      }),
    )
  })

  it.each([
    ['in another order', ['42', '019acd00-0000-7000-8000-000000000001']],
    ['with a part less', ['019acd00-0000-7000-8000-000000000001']],
    ['with a part more', [...context, '1']],
    ['of another row', ['019acd00-0000-7000-8000-000000000002', '42']],
    ['of another user', ['019acd00-0000-7000-8000-000000000001', '4']],
  ])('are corrupt with their context %s', (_name, other) => {
    expect(sealer.open(sealed, other)).toEqual(corrupt)
  })

  it('do not open for another purpose', () => {
    const other = createSealer({ purpose: 'capability', keys: [current, old] })
    expect(other.open(sealed, context)).toEqual(corrupt)
    expect(sealer.open(other.seal('token', context).sealed, context)).toEqual(corrupt)
  })

  it('are corrupt under the id of another key of the ring', () => {
    const renamed = Buffer.from(sealed)
    renamed.write('k-1', 2, 'latin1')
    expect(sealer.open(renamed, context)).toEqual(corrupt)
  })

  it('are corrupt when the right key sealed them bound to another id', () => {
    const nonce = Buffer.alloc(12, 7)
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: 16 })
    cipher.setAAD(Buffer.from(`session-token\n1\nk-1\n${context.join('\n')}`))
    const ciphertext = Buffer.concat([cipher.update('token'), cipher.final()])
    const made = encodeStoredForm({ keyId: 'k-2', nonce, ciphertext, tag: cipher.getAuthTag() })
    expect(sealer.open(made, context)).toEqual(corrupt)
  })

  it('stay in this form, so that earlier stored bytes can be opened', () => {
    const stored = Buffer.from(
      `01036b2d3230d079250b02d1c8f4be764d142b07a6e81010ff3f2ba2c72ce5ecd0eb5f
      732d727db6facaa72c9353e528005f701dcf6cec740db90ad74c`.replaceAll(/\s/g, ''),
      'hex',
    )
    expect(sealer.open(stored, context)).toEqual({ ok: true, plaintext: 'kept since the first release' })
  })
})

describe('a context', () => {
  it.each([
    ['nothing', []],
    ['an empty part', ['']],
    ['a leading zero', ['042']],
    ['a sign', ['-1']],
    ['a point', ['1.0']],
    ['a UUID in upper case', ['019ACD00-0000-7000-8000-000000000001']],
    ['a UUID in braces', [`{${context[0]}}`]],
    ['a UUID without its hyphens', ['019acd0000007000800000000000000a']],
    ['a line end', ['1\n']],
    ['two ids in one part', ['1\n2']],
    ['a UUID after something', [`x${context[0]}`]],
    ['a good part before a bad one', ['1', 'two']],
    ['a good part after a bad one', ['two', '1']],
  ])('throws for %s, when sealing and when opening', (_name, bound) => {
    const { sealed } = sealer.seal('token', context)
    expect(() => sealer.seal('token', bound)).toThrow('canonical ids')
    expect(() => sealer.open(sealed, bound)).toThrow('canonical ids')
  })

  it('takes zero', () => {
    expect(sealer.open(sealer.seal('token', ['0']).sealed, ['0'])).toEqual({ ok: true, plaintext: 'token' })
  })
})

const aKey = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) })
const old = aKey('k-1', 1)
const current = aKey('k-2', 2)
const context = ['019acd00-0000-7000-8000-000000000001', '42']
const corrupt = { ok: false, reason: 'corrupt' }
const sealer = createSealer({ purpose: 'session-token', keys: [current, old] })

const anId = fc.oneof(fc.nat().map(String), fc.uuid(), fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String))
const aContext = fc.array(anId, { minLength: 1, maxLength: 4 })
