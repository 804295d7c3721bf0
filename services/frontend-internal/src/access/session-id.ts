import { hash, randomBytes } from 'node:crypto'

/** The prefix by which leak scanners and the log's filter recognise a session id. */
const prefix = 'cgs_'
const idBytes = 32
const form = /^cgs_[A-Za-z0-9_-]{43}$/

/** Makes an opaque session id of 256 random bits. An id is sent once and stored nowhere. */
export function newSessionId(): string {
  return prefix + randomBytes(idBytes).toString('base64url')
}

/** The SHA-256 of an id, which is stored; null for what cannot be an id. A fast hash is right, since nobody can guess 256 bits. */
export function hashOfSessionId(sessionId: string): Buffer | null {
  return form.test(sessionId) ? hash('sha256', sessionId, 'buffer') : null
}
