import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import {
  decodeStoredForm,
  encodeStoredForm,
  formatVersion,
  isKeyId,
  nonceBytes,
  tagBytes,
  type StoredForm,
} from './stored-form.ts'

/** A secret sealed for one purpose never opens for another, whatever key seals it. */
type SealPurpose = 'session-token' | 'capability'

export interface SealerOptions {
  readonly purpose: SealPurpose
  /** The first key seals, every key opens. Each has 32 bytes and an id of `a-z`, `0-9` and `-`. */
  readonly keys: readonly { readonly id: string; readonly key: Uint8Array }[]
  /** Called with the key's id. A key must be replaced long before it has sealed 2^32 times. */
  readonly onSealed?: (keyId: string) => void
}

interface Sealed {
  readonly sealed: Buffer
  /** Id of the key, to be stored beside `sealed`, for counting. */
  readonly keyId: string
}

/** `unknown_key`: the ring lacks the key that sealed. `corrupt`: no key will open the bytes (altered, cut, moved, other purpose). */
type Opened =
  | { readonly ok: true; readonly plaintext: string }
  | { readonly ok: false; readonly reason: 'unknown_key' | 'corrupt' }

export interface Sealer {
  /** `context`: the ids to which the secret is bound (canonical decimals, or UUIDs in lower case); only the same list opens it. */
  seal(plaintext: string, context: readonly string[]): Sealed
  open(sealed: Uint8Array, context: readonly string[]): Opened
  readonly sealingKeyId: string
  readonly keyIds: readonly string[]
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32

/** @throws {TypeError} the ring is empty, has an id or a key twice, or one of the wrong form; no text holds a key */
export function createSealer({ purpose, keys, onSealed }: SealerOptions): Sealer {
  const ring = ringOf(keys)
  const [sealing] = ring
  if (sealing === undefined) throw new TypeError('the key ring is empty')
  const [sealingKeyId, sealingKey] = sealing
  const byId = new Map(ring)

  return {
    sealingKeyId,
    keyIds: [...byId.keys()],
    seal: (plaintext, context) => {
      if (!plaintext.isWellFormed()) throw new TypeError('a lone surrogate would not come back')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealingKey, nonce, { authTagLength: tagBytes })
      cipher.setAAD(boundTo(purpose, sealingKeyId, context))
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      onSealed?.(sealingKeyId)
      const sealed = encodeStoredForm({ keyId: sealingKeyId, nonce, ciphertext, tag: cipher.getAuthTag() })
      return { sealed, keyId: sealingKeyId }
    },
    open: (sealed, context) => {
      const form = decodeStoredForm(sealed)
      if (form === undefined) return { ok: false, reason: 'corrupt' }
      const key = byId.get(form.keyId)
      if (key === undefined) return { ok: false, reason: 'unknown_key' }
      const plaintext = decrypt(form, key, boundTo(purpose, form.keyId, context))
      return plaintext === undefined ? { ok: false, reason: 'corrupt' } : { ok: true, plaintext }
    },
  }
}

/** Undefined if the tag does not fit; the result of `update` is not used before `final` has checked the tag. */
function decrypt({ nonce, ciphertext, tag }: StoredForm, key: KeyObject, aad: Buffer): string | undefined {
  // Without `authTagLength`, some versions of Node accept a tag of four bytes.
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(aad)
  decipher.setAuthTag(tag)
  const start = decipher.update(ciphertext)
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const canonicalId = /^(0|[1-9][0-9]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Each part has a line of its own, and no part has a line end, so that different inputs never give the same text. */
function boundTo(purpose: SealPurpose, keyId: string, context: readonly string[]): Buffer {
  if (context.length === 0 || !context.every((id) => canonicalId.test(id))) {
    throw new TypeError('a secret is bound to canonical ids, and to one at least')
  }
  return Buffer.from([purpose, formatVersion, keyId, ...context].join('\n'), 'utf8')
}

/** `KeyObject`s print nothing of the key. */
function ringOf(keys: SealerOptions['keys']): [id: string, key: KeyObject][] {
  for (const { id, key } of keys) {
    if (!isKeyId(id)) throw new TypeError('a key id has 1 to 32 characters of a-z, 0-9 and -')
    if (key.length !== keyBytes) throw new TypeError(`the key ${id} does not have ${keyBytes} bytes`)
  }
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new TypeError('a key id is there twice')
  const secrets = new Set(keys.map(({ key }) => Buffer.from(key).toString('hex')))
  if (secrets.size < keys.length) throw new TypeError('a key is there twice')
  return keys.map(({ id, key }) => [id, createSecretKey(key)])
}
