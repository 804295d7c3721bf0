import { UpstreamError } from './errors.ts'

/**
 * Whether the one second attempt is worthwhile. It is if no reply began, most often because A+ closed an idle connection just then. It
 * also is if a gateway in front of A+ replied for it without a `Retry-After`.
 */
export function mayPassSoon(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.reason === 'transport' || ([502, 503, 504].includes(error.status ?? 0) && error.retryAfterS === undefined))
  )
}
