import { maxIssues } from '@course-grading/contracts/operation/limits'
import type { ProblemTable } from '@course-grading/contracts/operation/operation'
import type { DomainErrorCode } from '@course-grading/domain/errors/error-codes'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { etagOf } from '../request/preconditions.ts'
import { HttpError, type HttpErrorCode } from '../errors/http-error.ts'

export interface Problem {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly issues: readonly Issue[]
  readonly detail: string | undefined
}

export interface ProblemStyle {
  /** The boundary's closed list; it has `internal`. */
  readonly table: ProblemTable
  readonly rename?: Partial<Record<DomainErrorCode | HttpErrorCode, string>>
  /** Header lines of each reply with a status, e.g. `WWW-Authenticate` with 401. */
  readonly headers?: Readonly<Record<number, Readonly<Record<string, string>>>>
  readonly body: (problem: Problem) => unknown
}

interface ProblemReply {
  readonly problem: Problem
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly unforeseen: boolean
}

/** Makes the reply of an error. An error that is no DomainError or HttpError, or whose code the table lacks, is `internal`. */
export function problemReply(error: unknown, style: ProblemStyle, requestId: string): ProblemReply {
  const problem = error instanceof DomainError || error instanceof HttpError ? error : null
  const reason = problem === null ? undefined : (style.rename?.[problem.code] ?? problem.code)
  const known = reason !== undefined && Object.hasOwn(style.table, reason)
  const code = known ? reason : 'internal'
  const spec = style.table[code]
  if (!spec) throw new TypeError('the problem table has no "internal"')
  const shown: Problem = {
    code,
    message: spec.message,
    requestId,
    issues: known ? limitIssues(problem?.issues ?? []) : [],
    detail: known ? problem?.detail : undefined,
  }
  return {
    problem: shown,
    status: spec.status,
    headers: { ...style.headers?.[spec.status], ...(known && problem !== null && headersOf(problem)) },
    body: JSON.stringify(style.body(shown)),
    unforeseen: !known,
  }
}

function headersOf(problem: DomainError | HttpError): Record<string, string> {
  return {
    ...(problem.retryAfterS !== undefined && { 'Retry-After': String(problem.retryAfterS) }),
    ...(problem instanceof DomainError && revisionHeaders(problem)),
    ...(problem instanceof HttpError && problem.headers),
    ...(problem instanceof HttpError && problem.closeConnection && { Connection: 'close' }),
  }
}

function revisionHeaders({ revision, assessmentRevision }: DomainError): Record<string, string> {
  return {
    ...(revision !== undefined && { ETag: etagOf(revision) }),
    ...(assessmentRevision !== undefined && { 'X-Assessment-Revision': String(assessmentRevision) }),
  }
}

function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= maxIssues) return issues
  return [
    ...issues.slice(0, maxIssues),
    { path: '$', code: 'too_many_issues', message: `More than ${maxIssues} problems; the others are not listed.` },
  ]
}
