/** Stored as one `bytea`: version (1 byte), length of the key id (1 byte), key id, nonce, ciphertext, tag. */
export interface StoredForm {
  readonly keyId: string
  readonly nonce: Uint8Array
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

export const formatVersion = 1
/** NIST SP 800-38D: a 96-bit nonce is used as it is. */
export const nonceBytes = 12
export const tagBytes = 16
const headBytes = 2

const keyIdShape = /^[a-z0-9-]{1,32}$/

export function isKeyId(text: string): boolean {
  return keyIdShape.test(text)
}

export function encodeStoredForm({ keyId, nonce, ciphertext, tag }: StoredForm): Buffer {
  return Buffer.concat([Buffer.of(formatVersion, keyId.length), Buffer.from(keyId, 'latin1'), nonce, ciphertext, tag])
}

/** Undefined for bytes that `encodeStoredForm` cannot have made, so that no bytes can be read in two ways. */
export function decodeStoredForm(sealed: Uint8Array): StoredForm | undefined {
  const [version, keyIdBytes] = sealed
  if (version !== formatVersion || keyIdBytes === undefined) return undefined
  const nonceAt = headBytes + keyIdBytes
  const ciphertextAt = nonceAt + nonceBytes
  const tagAt = sealed.length - tagBytes
  // latin1 reads one character from each byte, so that no other bytes give the same id.
  const keyId = Buffer.from(sealed.subarray(headBytes, nonceAt)).toString('latin1')
  if (tagAt < ciphertextAt || !isKeyId(keyId)) return undefined
  return {
    keyId,
    nonce: sealed.subarray(nonceAt, ciphertextAt),
    ciphertext: sealed.subarray(ciphertextAt, tagAt),
    tag: sealed.subarray(tagAt),
  }
}

/** The id of the key, as the sealed bytes have it; null if they are not in the stored form. */
export function keyIdOf(sealed: Uint8Array): string | null {
  return decodeStoredForm(sealed)?.keyId ?? null
}
