import type { ProblemTable } from '@course-grading/contracts'
import { DomainError, type DomainErrorCode, type Issue } from '@course-grading/domain'
import { HttpError, type HttpErrorCode } from './http-error.ts'

/** More problems than this help nobody; the rest is told by one last issue. */
const maxIssues = 100

/** What a boundary's error body is made of. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly issues: readonly Issue[]
  readonly detail: string | undefined
}

/** How one boundary says no. */
export interface ProblemStyle {
  /** The boundary's closed list: code → status and message. It has `internal`. */
  readonly table: ProblemTable
  /** Reasons that have another name at this boundary; all others keep theirs. */
  readonly rename?: Partial<Record<DomainErrorCode | HttpErrorCode, string>>
  /** Header lines that a status always carries, e.g. `WWW-Authenticate` on 401. */
  readonly headers?: Readonly<Record<number, Readonly<Record<string, string>>>>
  readonly body: (problem: Problem) => unknown
}

export interface ProblemReply {
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Nobody foresaw it: it is logged as an error. */
  readonly unforeseen: boolean
}

/**
 * The one door from any thrown thing to an answer. Only refusals made as such may speak, with their code and issues;
 * everything else is `internal` with its fixed message, whatever it says of itself.
 */
export function problemReply(error: unknown, style: ProblemStyle, requestId: string): ProblemReply {
  const refusal = error instanceof DomainError || error instanceof HttpError ? error : null
  const reason = refusal === null ? undefined : (style.rename?.[refusal.code] ?? refusal.code)
  const known = reason !== undefined && Object.hasOwn(style.table, reason)
  const code = known ? reason : 'internal'
  const spec = style.table[code]
  if (!spec) throw new TypeError('the problem table has no "internal"')
  return {
    code,
    status: spec.status,
    headers: { ...style.headers?.[spec.status], ...(known && refusal !== null && headersOf(refusal)) },
    body: JSON.stringify(
      style.body({
        code,
        message: spec.message,
        requestId,
        issues: known ? limitIssues(refusal?.issues ?? []) : [],
        detail: known && refusal instanceof DomainError ? refusal.detail : undefined,
      }),
    ),
    unforeseen: !known,
  }
}

function headersOf(refusal: DomainError | HttpError): Record<string, string> {
  return {
    ...(refusal.retryAfterS !== undefined && { 'Retry-After': String(refusal.retryAfterS) }),
    ...(refusal instanceof HttpError && refusal.headers),
    ...(refusal instanceof HttpError && refusal.closeConnection && { Connection: 'close' }),
  }
}

function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= maxIssues) return issues
  return [
    ...issues.slice(0, maxIssues),
    { path: '$', code: 'too_many_issues', message: `More than ${maxIssues} problems; the others are not listed.` },
  ]
}
