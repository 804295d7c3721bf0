import { UpstreamError } from './upstream-error.ts'

/** No reply began, most often because A+ closed an idle connection, or a gateway replied for A+ without `Retry-After`. */
export function mayPassSoon(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.reason === 'transport' || ([502, 503, 504].includes(error.status ?? 0) && error.retryAfterS === undefined))
  )
}
