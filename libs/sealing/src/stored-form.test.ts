import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeStoredForm, encodeStoredForm, keyIdOf } from './stored-form.ts'

describe('the stored form', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(aForm, (form) => {
        const read = decodeStoredForm(encodeStoredForm(form))
        expect(read?.keyId).toBe(form.keyId)
        expect(
          [read?.nonce, read?.ciphertext, read?.tag].map((part) => Buffer.from(part ?? []).toString('hex')),
        ).toEqual([form.nonce, form.ciphertext, form.tag].map((part) => Buffer.from(part).toString('hex')))
      }),
    )
  })

  it('has only one form of bytes for each value, so that writing a read value returns the same bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), aForm.map(encodeStoredForm)), (given) => {
        const read = decodeStoredForm(given)
        if (read !== undefined) expect(encodeStoredForm(read).equals(given)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('may have an empty ciphertext, and cannot be a byte shorter', () => {
    expect(keyIdOf(smallest)).toBe('k')
    expect(keyIdOf(smallest.subarray(0, -1))).toBeNull()
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['only a version', Buffer.of(1)],
    ['version 0', Buffer.concat([Buffer.of(0), smallest.subarray(1)])],
    ['version 2', Buffer.concat([Buffer.of(2), smallest.subarray(1)])],
    ['an empty key id', Buffer.concat([Buffer.of(1, 0), Buffer.alloc(28)])],
    ['a key id of 33 characters', Buffer.concat([Buffer.of(1, 33), Buffer.alloc(33, 'a'), Buffer.alloc(28)])],
    ['a key id in upper case', Buffer.concat([Buffer.of(1, 1), Buffer.from('K'), Buffer.alloc(28)])],
    ['a key id with a byte beyond ASCII', Buffer.concat([Buffer.of(1, 1), Buffer.of(0xeb), Buffer.alloc(28)])],
    ['a key id longer than the rest', Buffer.concat([Buffer.of(1, 32), Buffer.alloc(32, 'a')])],
  ])('is not %s', (_name, given) => {
    expect(keyIdOf(given)).toBeNull()
  })
})

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const aForm = fc.record({
  keyId: fc.stringMatching(/^[a-z0-9-]{1,32}$/),
  nonce: bytes(12),
  ciphertext: fc.uint8Array({ maxLength: 64 }),
  tag: bytes(16),
})
const smallest = encodeStoredForm({
  keyId: 'k',
  nonce: Buffer.alloc(12),
  ciphertext: Buffer.alloc(0),
  tag: Buffer.alloc(16),
})
