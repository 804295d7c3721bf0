import { readJson } from '../json/read-json.ts'

/** A reply that was read to its end: by its length, its last chunk or the close of the connection. */
export interface SendReply {
  readonly status: number
  readonly body: Uint8Array
  /** Whether every byte of the request had left this process when the reply had been read. */
  readonly isRequestSent: boolean
}

/** A meaning never holds upstream's texts. */
export type ReplyMeaning =
  | 'accepted'
  | 'invalid_grade'
  | 'failed_inside'
  | 'unclear_reply'
  | 'redirected'
  | 'rejected'
  | 'rate_limited'
  | 'server_error'
  | 'malformed_reply'
  | 'early_reply' // success, before the whole grade was sent

/** The text of an exception that upstream did not expect. It may have come after the grade was saved. */
const exceptionForm = /^\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/u

/** Upstream replies 200 to nearly everything, so the body of a success decides. */
export function meaningOf({ status, body, isRequestSent }: SendReply): ReplyMeaning {
  if (!Number.isInteger(status) || status < 200 || status > 599) return 'malformed_reply'
  if (status < 300) {
    const meaning = status === 204 ? 'unclear_reply' : meaningOfBody(body)
    // Upstream cannot have taken a grade whose end was not sent; the connection is destroyed, and the end never follows.
    return meaning === 'accepted' && !isRequestSent ? 'early_reply' : meaning
  }
  if (status < 400) return 'redirected'
  if (status === 408 || status === 425 || status >= 500) return 'server_error'
  return status === 429 ? 'rate_limited' : 'rejected'
}

function meaningOfBody(body: Uint8Array): ReplyMeaning {
  const reading = readJson(body)
  const value = reading.ok ? reading.value : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unclear_reply'
  const members = new Map<string, unknown>(Object.entries(value))
  const success = members.get('success')
  if (success === true) return 'accepted'
  if (success !== false) return 'unclear_reply'
  const errors = members.get('errors')
  return Array.isArray(errors) && errors.length > 0 && errors.every(isPlainText) ? 'invalid_grade' : 'failed_inside'
}

function isPlainText(error: unknown): boolean {
  return typeof error === 'string' && error.trim() !== '' && !exceptionForm.test(error)
}
