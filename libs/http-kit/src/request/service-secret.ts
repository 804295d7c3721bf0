import { hash, timingSafeEqual } from 'node:crypto'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

/** Compares digests, always with every active secret, so that the time shows neither how near a guess is nor which secret was used. */
export function createSecretCheck(
  headerName: string,
  activeSecrets: readonly string[],
): (req: RawHeaderSource) => boolean {
  if (activeSecrets.length === 0 || activeSecrets.includes('')) throw new RangeError('a service secret is missing')
  const activeDigests = activeSecrets.map(digestOf)
  return (req) => {
    const header = singleHeader(req, headerName)
    const givenDigest = digestOf(header.kind === 'one' ? header.value : '')
    let equal = 0
    for (const activeDigest of activeDigests) equal += Number(timingSafeEqual(givenDigest, activeDigest))
    return header.kind === 'one' && equal > 0
  }
}

function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
