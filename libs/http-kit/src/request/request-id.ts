import { randomUUIDv7 } from 'node:crypto'
import { hasTokenShape } from '../telemetry/log-filter.ts'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** The caller's id if well-formed and unlike a credential, which would raise an alert; else a UUIDv7. Never a key, label or lock. */
export function requestIdOf(req: RawHeaderSource): string {
  const given = singleHeader(req, 'x-request-id')
  return given.kind === 'one' && acceptable.test(given.value) && !hasTokenShape(given.value)
    ? given.value
    : randomUUIDv7()
}
