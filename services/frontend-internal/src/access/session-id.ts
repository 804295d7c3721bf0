import { hash, randomBytes } from 'node:crypto'

/** Leak scanners and the log's filter recognise it. */
const prefix = 'cgs_'
const idBytes = 32
const form = /^cgs_[A-Za-z0-9_-]{43}$/

/** 256 random bits, sent once and stored nowhere. */
export function newSessionId(): string {
  return prefix + randomBytes(idBytes).toString('base64url')
}

/** SHA-256; null for what cannot be an id. A fast hash is right, since nobody can guess 256 bits. */
export function hashOfSessionId(sessionId: string): Buffer | null {
  return form.test(sessionId) ? hash('sha256', sessionId, 'buffer') : null
}
