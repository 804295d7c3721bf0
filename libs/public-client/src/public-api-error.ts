import type { components } from './public-v1.ts'

type Problem = components['schemas']['ApiErrorV1']
export type ApiIssue = components['schemas']['ApiIssueV1']

interface OfReply {
  readonly issues?: readonly ApiIssue[] | undefined
  readonly requestId?: string | null
  readonly retryAfterS?: number | null
  readonly cause?: unknown
}

/** Any request that did not succeed. Its texts never hold the token. */
export class PublicApiError extends Error {
  override readonly name = 'PublicApiError'
  /** A code of the service; `no_reply`: nothing readable came, and a write may have been stored; `unexpected_reply`: a redirect or a proxy's page. */
  readonly code: string
  /** Null if there was no reply. */
  readonly status: number | null
  readonly issues: readonly ApiIssue[]
  readonly requestId: string | null
  /** How long the reply asks to wait. */
  readonly retryAfterS: number | null

  constructor(code: string, message: string, status: number | null, ofReply: OfReply = {}) {
    super(message, { cause: ofReply.cause })
    this.code = code
    this.status = status
    this.issues = ofReply.issues ?? []
    this.requestId = ofReply.requestId ?? null
    this.retryAfterS = ofReply.retryAfterS ?? null
  }
}

/** The error of a reply that does not have what was asked for. `body` is what was read of it, `otherwise` what to say if it is no problem. */
export function errorOfReply({ status, headers }: Response, body: unknown, otherwise?: string): PublicApiError {
  const { code, message, issues } = (body as { error?: Partial<Problem> } | null)?.error ?? {}
  const ofReply = { issues, requestId: headers.get('X-Request-ID'), retryAfterS: retryAfterOf(headers) }
  if (typeof code === 'string' && typeof message === 'string') return new PublicApiError(code, message, status, ofReply)
  const unexpected = otherwise ?? `The reply has status ${status} and is not one of this service.`
  return new PublicApiError('unexpected_reply', unexpected, status, ofReply)
}

/** Seconds, or a date (RFC 9110, 10.2.3), which is compared with the service's own clock. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const ms = Date.parse(value) - Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(ms) ? null : Math.max(0, Math.ceil(ms / 1000))
}
