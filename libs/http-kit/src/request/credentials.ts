import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

// RFC 9110 §11.4: the scheme in any letter case, spaces, then the credential and nothing after it.
const tokenCredential = /^token +([\x21-\x7e]{1,256})$/i
const bearerCredential = /^bearer +([\x21-\x7e]{1,256})$/i

/** The credential of `Authorization: Token <1–256 visible ASCII>`, or null for all else, a second line included. */
export function parseTokenAuthorization(req: RawHeaderSource): string | null {
  return credentialIn(req, tokenCredential)
}

/** The credential of `Authorization: Bearer <1–256 visible ASCII>` (RFC 6750 §2.1), or null for all else. */
export function parseBearerAuthorization(req: RawHeaderSource): string | null {
  return credentialIn(req, bearerCredential)
}

function credentialIn(req: RawHeaderSource, form: RegExp): string | null {
  const header = singleHeader(req, 'authorization')
  return header.kind === 'one' ? (form.exec(header.value)?.[1] ?? null) : null
}
