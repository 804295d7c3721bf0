import { createHmac, hkdfSync } from 'node:crypto'
import type { SealerOptions } from './sealer.ts'

/** One digest for each key, the sealing key's first. Without the key, nobody can reverse a digest or check a guess. */
export type TokenDigests = (token: string) => readonly [Buffer, ...Buffer[]]

/** Derives a key for digests from each key of the ring, so that no key is used for two purposes. */
export function createTokenDigests(keys: SealerOptions['keys']): TokenDigests {
  const derived = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'known-token', 32)))
  const [first, ...others] = derived
  if (first === undefined) throw new TypeError('the key ring is empty')
  const digestOf = (token: string, key: Buffer): Buffer => createHmac('sha256', key).update(token).digest()
  return (token) => [digestOf(token, first), ...others.map((key) => digestOf(token, key))]
}
