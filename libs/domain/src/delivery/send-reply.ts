import { readJson } from '../json/read-json.ts'

/** An answer to a grade whose end was reached, by its length, its last chunk or the close of the connection. */
export interface SendReply {
  readonly status: number
  readonly body: Uint8Array
  /** Whether every byte of the request had left this process by then. */
  readonly isRequestSent: boolean
}

/** What an answer says of the grade. Upstream's texts stay inside. */
export type ReplyMeaning =
  | 'accepted'
  | 'invalid_grade'
  | 'failed_inside'
  | 'unclear_answer'
  | 'redirected'
  | 'rejected'
  | 'rate_limited'
  | 'server_error'
  | 'malformed_answer'
  | 'early_answer' // success, before the whole grade was sent

/** How upstream writes an exception that it did not expect: it may have come after the grade was saved. */
const exceptionForm = /^\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/u

/** Upstream says 200 to nearly everything, so the body of a success decides; any other status decides by itself. */
export function meaningOf({ status, body, isRequestSent }: SendReply): ReplyMeaning {
  if (!Number.isInteger(status) || status < 200 || status > 599) return 'malformed_answer'
  if (status < 300) {
    const meaning = status === 204 ? 'unclear_answer' : meaningOfBody(body)
    // Nobody can have taken a grade whose end was never sent; the rest is dropped with the connection.
    return meaning === 'accepted' && !isRequestSent ? 'early_answer' : meaning
  }
  if (status < 400) return 'redirected'
  if (status === 408 || status === 425 || status >= 500) return 'server_error'
  return status === 429 ? 'rate_limited' : 'rejected'
}

function meaningOfBody(body: Uint8Array): ReplyMeaning {
  const reading = readJson(body)
  const value = reading.ok ? reading.value : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unclear_answer'
  const members = new Map<string, unknown>(Object.entries(value))
  const success = members.get('success')
  if (success === true) return 'accepted'
  if (success !== false) return 'unclear_answer'
  const errors = members.get('errors')
  return Array.isArray(errors) && errors.length > 0 && errors.every(isPlainText) ? 'invalid_grade' : 'failed_inside'
}

function isPlainText(error: unknown): boolean {
  return typeof error === 'string' && error.trim() !== '' && !exceptionForm.test(error)
}
