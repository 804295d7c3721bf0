import { createHash } from 'node:crypto'

const digestBytes = 16

/** Stored beside a sealed URL. The digest reveals nothing to a reader who does not know the origin already. */
export function originDigest(origin: string): Buffer {
  return createHash('sha256').update(`callback-origin\n${origin}`).digest().subarray(0, digestBytes)
}
