import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

// RFC 9110 §11.4: the scheme in any letter case, spaces, then the credential and nothing after it.
const tokenCredential = /^token +([\x21-\x7e]{1,256})$/i
const bearerCredential = /^bearer +([\x21-\x7e]{1,256})$/i

/** Reads `Authorization: Token <1–256 visible ASCII>`; null for anything else, also for two such lines. */
export function parseTokenAuthorization(req: RawHeaderSource): string | null {
  return credentialIn(req, tokenCredential)
}

/** Reads `Authorization: Bearer <1–256 visible ASCII>` (RFC 6750 §2.1); null for anything else. */
export function parseBearerAuthorization(req: RawHeaderSource): string | null {
  return credentialIn(req, bearerCredential)
}

function credentialIn(req: RawHeaderSource, form: RegExp): string | null {
  const header = singleHeader(req, 'authorization')
  return header.kind === 'one' ? (form.exec(header.value)?.[1] ?? null) : null
}
