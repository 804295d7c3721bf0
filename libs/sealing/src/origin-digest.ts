import { createHash } from 'node:crypto'

const digestBytes = 16

/**
 * What is stored of a callback URL's origin beside the sealed URL: the same for the same origin, and nothing to whoever does not
 * know the origin already.
 */
export function originDigest(origin: string): Buffer {
  return createHash('sha256').update(`callback-origin\n${origin}`).digest().subarray(0, digestBytes)
}
