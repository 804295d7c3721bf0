import { randomUUIDv7 } from 'node:crypto'
import { hasTokenShape } from '../telemetry/log-filter.ts'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/**
 * One well-formed line, else a new UUIDv7; the shape of a credential counts as malformed, because the log filter would raise an alert. The
 * caller's text: never for a key, a metric label or a lock.
 */
export function requestIdOf(req: RawHeaderSource): string {
  const given = singleHeader(req, 'x-request-id')
  return given.kind === 'one' && acceptable.test(given.value) && !hasTokenShape(given.value)
    ? given.value
    : randomUUIDv7()
}
