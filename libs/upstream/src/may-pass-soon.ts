import { UpstreamError } from './errors.ts'

/**
 * Worth the one second attempt: no reply began (most often an idle connection that A+ closed just then), or a gateway
 * in front of A+ answered in its place and did not say when to come again.
 */
export function mayPassSoon(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    (error.reason === 'transport' || ([502, 503, 504].includes(error.status ?? 0) && error.retryAfterS === undefined))
  )
}
