import { hash, timingSafeEqual } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('node:crypto', { spy: true })
// Files of this package share their modules.
vi.resetModules()
const { createSecretCheck } = await import('./service-secret.ts')

beforeEach(() => void vi.mocked(timingSafeEqual).mockClear())

const oldSecret = 'o'.repeat(43)
const newSecret = 'n'.repeat(43)
const given = (...values: string[]) => ({ rawHeaders: values.flatMap((value) => ['X-Service-Secret', value]) })

describe('createSecretCheck', () => {
  const isTrusted = createSecretCheck('x-service-secret', [newSecret, oldSecret])

  it.each([newSecret, oldSecret])('accepts each active secret', (secret) => {
    expect(isTrusted(given(secret))).toBe(true)
  })

  it.each([
    ['a missing header', []],
    ['an empty header', ['']],
    ['a wrong secret', ['x'.repeat(43)]],
    ['a prefix of the secret', [newSecret.slice(0, -1)]],
    ['a longer text', [`${newSecret}n`]],
    ['a text of 16 KiB', ['n'.repeat(16_384)]],
    ['the secret in another letter case', [newSecret.toUpperCase()]],
    ['both secrets in one line', [`${newSecret}, ${oldSecret}`]],
    ['the same secret twice', [newSecret, newSecret]],
    ['a right and a wrong line', [newSecret, 'x']],
  ])('refuses %s', (_what, values) => {
    expect(isTrusted(given(...values))).toBe(false)
  })

  it('refuses a secret in another header', () => {
    expect(isTrusted({ rawHeaders: ['X-Other', newSecret] })).toBe(false)
  })

  it.each([
    ['the first secret', [newSecret]],
    ['the second secret', [oldSecret]],
    ['neither', ['x'.repeat(43)]],
    ['no header', []],
    ['a header of another length', ['x']],
  ])('compares digests in constant time with every active secret, given %s', (_what, values) => {
    isTrusted(given(...values))
    const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')
    const asked = digest(values[0] ?? '')
    expect(vi.mocked(timingSafeEqual).mock.calls).toEqual([
      [asked, digest(newSecret)],
      [asked, digest(oldSecret)],
    ])
  })

  it('refuses a secret that is no longer active', () => {
    expect(createSecretCheck('X-Service-Secret', [newSecret])(given(oldSecret))).toBe(false)
  })

  it.each([[[]], [['']], [[newSecret, '']]])(
    'rejects the secret %j, with which an empty header would be accepted',
    (secrets) => {
      expect(() => createSecretCheck('X-Service-Secret', secrets)).toThrow(RangeError)
    },
  )
})
