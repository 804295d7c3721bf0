import type { DomainErrorCode } from '@course-grading/domain/errors/error-codes'
import { DomainError } from '@course-grading/domain/errors/domain-error'

export type UpstreamErrorCode = Extract<DomainErrorCode, `upstream_${string}`>

const codeOfReason = {
  timeout: 'upstream_unavailable', // the call's deadline passed, waiting included
  aborted: 'upstream_unavailable',
  transport: 'upstream_unavailable', // no reply began: name, connection, TLS, closed or reset
  cut_off: 'upstream_unavailable', // a reply began and broke off
  rate_limited: 'upstream_unavailable',
  server_error: 'upstream_unavailable',
  unlistable: 'upstream_unavailable', // 500 of one bulk list: A+ cannot write this list, and everything else works
  breaker_open: 'upstream_unavailable', // not sent: A+ failed too often a moment ago
  bulkhead_full: 'upstream_unavailable', // not sent: too many calls in flight
  refused: 'upstream_refused',
  rejected: 'upstream_rejected',
  redirect: 'upstream_malformed', // 3xx, none is followed: a path that A+ does not have, or another server
  unexpected_status: 'upstream_malformed', // any other status but 200
  not_http: 'upstream_malformed',
  media_type: 'upstream_malformed', // not JSON, e.g. an HTML page
  encoding: 'upstream_malformed', // compressed, though nobody asked for it
  too_large: 'upstream_malformed', // over the byte limit of the operation
  not_json: 'upstream_malformed', // not UTF-8, not JSON, or JSON too deep or with duplicate keys
  schema: 'upstream_malformed', // JSON, but not of the operation's schema
  too_many_pages: 'upstream_malformed',
} as const satisfies Record<string, UpstreamErrorCode>

/** What exactly went wrong with a call: the closed list for logs and metrics. */
export type UpstreamReason = keyof typeof codeOfReason

export const upstreamReasons: readonly UpstreamReason[] = Object.freeze(Object.keys(codeOfReason) as UpstreamReason[])

/** Why a connection was not made, or broke: the closed list for logs and metrics. */
export type ConnectionCause =
  | 'certificate'
  | 'name'
  | 'refused'
  | 'reset'
  | 'closed'
  | 'timeout'
  | 'unreachable'
  | 'other'

/** Codes of Node (`errno`, c-ares) and undici. Other codes are matched with `ofTls`. */
const causeOfCode: ReadonlyMap<string, ConnectionCause> = new Map([
  ['ENOTFOUND', 'name'],
  ['EAI_AGAIN', 'name'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'closed'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
])

const ofTls = /CERT|SIGNATURE|^ERR_(TLS|SSL)_|^EPROTO$|^SELF_SIGNED|^HOSTNAME_MISMATCH$/

function connectionCauseOf(systemCode: string): ConnectionCause {
  return causeOfCode.get(systemCode) ?? (ofTls.test(systemCode) ? 'certificate' : 'other')
}

interface UpstreamErrorFacts {
  readonly status?: number
  /** Whole seconds, 1 to 60. */
  readonly retryAfterS?: number
  /** Code of an error of the system, TLS or the HTTP client, e.g. `ECONNREFUSED`; anything of another form is dropped. */
  readonly systemCode?: unknown
}

/** Has no `cause` and no text of A+ or a library: errors of HTTP clients have addresses and sometimes requests. */
export class UpstreamError extends DomainError {
  declare readonly code: UpstreamErrorCode
  readonly reason: UpstreamReason
  readonly status: number | undefined
  readonly systemCode: string | undefined
  /** Only for a connection that was not made, or broke. */
  readonly connectionCause: ConnectionCause | undefined

  constructor(reason: UpstreamReason, facts: UpstreamErrorFacts = {}) {
    super(codeOfReason[reason], facts.retryAfterS === undefined ? {} : { retryAfterS: facts.retryAfterS })
    this.name = 'UpstreamError'
    this.reason = reason
    this.status = facts.status
    this.systemCode =
      typeof facts.systemCode === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(facts.systemCode)
        ? facts.systemCode
        : undefined
    this.connectionCause =
      reason === 'transport' || reason === 'cut_off' ? connectionCauseOf(this.systemCode ?? '') : undefined
  }
}
