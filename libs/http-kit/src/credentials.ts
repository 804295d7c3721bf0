import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

// RFC 9110 §11.4: the scheme in any letter case, spaces, then the credential and nothing after it.
const tokenCredential = /^token +([\x21-\x7e]{1,256})$/i

/** The credential of `Authorization: Token <1–256 visible ASCII>`, or null for all else, a second line included. */
export function parseTokenAuthorization(req: RawHeaderSource): string | null {
  const header = singleHeader(req, 'authorization')
  return header.kind === 'one' ? (tokenCredential.exec(header.value)?.[1] ?? null) : null
}
