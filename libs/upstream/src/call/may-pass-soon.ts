import { UpstreamError } from './upstream-error.ts'

/** True if no reply began, most often since A+ closed an idle connection, or if a gateway replied for A+ without `Retry-After`. */
export function mayPassSoon(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.reason === 'transport' || ([502, 503, 504].includes(error.status ?? 0) && error.retryAfterS === undefined))
  )
}
