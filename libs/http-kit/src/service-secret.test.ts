import { describe, expect, it } from 'vitest'
import { createSecretCheck } from './service-secret.ts'

const oldSecret = 'o'.repeat(43)
const newSecret = 'n'.repeat(43)
const given = (...values: string[]) => ({ rawHeaders: values.flatMap((value) => ['X-Service-Secret', value]) })

describe('createSecretCheck', () => {
  const isTrusted = createSecretCheck('x-service-secret', [newSecret, oldSecret])

  it.each([newSecret, oldSecret])('accepts each active secret', (secret) => {
    expect(isTrusted(given(secret))).toBe(true)
  })

  it.each([
    ['a missing header', []], ['an empty header', ['']], ['a wrong secret', ['x'.repeat(43)]],
    ['a prefix', [newSecret.slice(0, -1)]], ['a longer one', [`${newSecret}n`]],
    ['one of 16 KiB', ['n'.repeat(16_384)]],
    ['another letter case', [newSecret.toUpperCase()]], ['both in one line', [`${newSecret}, ${oldSecret}`]],
    ['the same secret twice', [newSecret, newSecret]], ['a right and a wrong line', [newSecret, 'x']],
  ])('refuses %s', (_what, values) => {
    expect(isTrusted(given(...values))).toBe(false)
  })

  it('refuses a secret in another header', () => {
    expect(isTrusted({ rawHeaders: ['X-Other', newSecret] })).toBe(false)
  })

  it('refuses a secret that is active no longer', () => {
    expect(createSecretCheck('X-Service-Secret', [newSecret])(given(oldSecret))).toBe(false)
  })

  it.each([[[]], [['']], [[newSecret, '']]])('cannot be made from %j: an empty header would pass', (secrets) => {
    expect(() => createSecretCheck('X-Service-Secret', secrets)).toThrow(RangeError)
  })
})
