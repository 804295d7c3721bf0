import { randomUUIDv7 } from 'node:crypto'
import { hasTokenShape } from '../telemetry/log-filter.ts'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The caller's `X-Request-ID` when there is exactly one line of it and it is well formed, else a new UUIDv7. An id with the shape
 * of a credential counts as malformed, because the log filter would replace it and raise an alert for nothing. It is the caller's
 * text: fit for replies, logs and the call upstream, never for a key, a metric label or a lock.
 */
export function requestIdOf(req: RawHeaderSource): string {
  const given = singleHeader(req, 'x-request-id')
  return given.kind === 'one' && acceptable.test(given.value) && !hasTokenShape(given.value)
    ? given.value
    : randomUUIDv7()
}
