import { createHash } from 'node:crypto'

const digestBytes = 16

/**
 * The digest of a callback URL's origin that is stored beside the sealed URL. It is the same for the same origin, and reveals
 * nothing to a reader who does not know the origin already.
 */
export function originDigest(origin: string): Buffer {
  return createHash('sha256').update(`callback-origin\n${origin}`).digest().subarray(0, digestBytes)
}
