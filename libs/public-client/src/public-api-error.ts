import type { components } from './public-v1.ts'

export type ApiIssue = components['schemas']['ApiIssueV1']

interface ErrorFacts {
  readonly code: string
  readonly message: string
  readonly status: number | null
  readonly issues?: readonly ApiIssue[]
  readonly requestId?: string | null
  readonly retryAfterS?: number | null
  readonly cause?: unknown
}

/** Any request that did not succeed. Its texts never hold the token. */
export class PublicApiError extends Error {
  override readonly name = 'PublicApiError'
  /**
   * A code of the service; or `no_reply`: nothing that can be read came back, and a write may have been stored; or
   * `unexpected_reply`: one that is not of the service, such as a redirect or a proxy's page.
   */
  readonly code: string
  /** The same as `message`. */
  readonly detail: string
  /** Null if there was no reply. */
  readonly status: number | null
  readonly issues: readonly ApiIssue[]
  readonly requestId: string | null
  /** How long the reply asks to wait. */
  readonly retryAfterS: number | null

  constructor({ code, message, status, issues = [], requestId = null, retryAfterS = null, cause }: ErrorFacts) {
    super(message, { cause })
    this.code = code
    this.detail = message
    this.status = status
    this.issues = issues
    this.requestId = requestId
    this.retryAfterS = retryAfterS
  }
}

/** The error of a reply that is not 2xx. `body` is what was read of it. */
export function errorOfReply({ status, headers }: Response, body: unknown): PublicApiError {
  const retryAfterS = retryAfterOf(headers)
  const requestId = headers.get('X-Request-ID')
  const problem = problemOf(body)
  if (problem === null)
    return new PublicApiError({
      code: 'unexpected_reply',
      message: `The reply has status ${status} and is not one of this service.`,
      status,
      requestId,
      retryAfterS,
    })
  return new PublicApiError({ ...problem, status, retryAfterS })
}

function problemOf(body: unknown): components['schemas']['ApiErrorV1'] | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  const { error: problem } = body
  const isProblem =
    typeof problem === 'object' &&
    problem !== null &&
    'code' in problem &&
    typeof problem.code === 'string' &&
    'message' in problem &&
    typeof problem.message === 'string'
  return isProblem ? (problem as components['schemas']['ApiErrorV1']) : null
}

/** Seconds, or a date (RFC 9110, 10.2.3), which is compared with the service's own clock. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const ms = Date.parse(value) - Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(ms) ? null : Math.max(0, Math.ceil(ms / 1000))
}
