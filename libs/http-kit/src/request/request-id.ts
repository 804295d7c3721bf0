import { randomUUIDv7 } from 'node:crypto'
import { hasTokenShape } from '../telemetry/log-filter.ts'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** Well-formed, else a new UUIDv7; the shape of a credential would raise an alert. Never for a key, a metric label or a lock. */
export function requestIdOf(req: RawHeaderSource): string {
  const given = singleHeader(req, 'x-request-id')
  return given.kind === 'one' && acceptable.test(given.value) && !hasTokenShape(given.value)
    ? given.value
    : randomUUIDv7()
}
