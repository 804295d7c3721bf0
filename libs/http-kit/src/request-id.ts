import { randomUUIDv7 } from 'node:crypto'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The caller's `X-Request-ID` when there is exactly one line of it and it is well formed, else a new UUIDv7.
 * `rawHeaders` as Node gives them: name, value, name, value, …
 * It is the caller's text: fit for answers, logs and the call upstream, never for a key, a metric label or a lock.
 */
export function requestIdOf(rawHeaders: readonly string[]): string {
  let given: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name === undefined || name.length !== 12 || name.toLowerCase() !== 'x-request-id') continue
    if (given !== undefined) return randomUUIDv7()
    given = rawHeaders[index + 1]
  }
  return given !== undefined && acceptable.test(given) ? given : randomUUIDv7()
}
