import { createHmac, hkdfSync } from 'node:crypto'
import type { SealerOptions } from './sealer.ts'

/** One for each key of the ring, the sealing key's first. Without the key it can neither be reversed nor guesses checked. */
export type TokenDigests = (token: string) => readonly [Buffer, ...Buffer[]]

/** With keys derived from the ring's, so that no key is used for two purposes. */
export function createTokenDigests(keys: SealerOptions['keys']): TokenDigests {
  const derived = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'known-token', 32)))
  const [first, ...others] = derived
  if (first === undefined) throw new TypeError('the key ring is empty')
  const digestOf = (token: string, key: Buffer): Buffer => createHmac('sha256', key).update(token).digest()
  return (token) => [digestOf(token, first), ...others.map((key) => digestOf(token, key))]
}
