import type { Context } from 'koa'

/** What one request is known by, from its first byte to its log line. */
export interface RequestRecord {
  readonly requestId: string
  /** Monotonic, in milliseconds. */
  readonly startedAt: number
  /** Name of the operation, `unmatched` until a route is found. */
  operation: string
  userId: number | undefined
  courseId: number | undefined
  /** Code of the refusal, when it was one. */
  code: string | undefined
  /** Ends `limitMs` after the request came; the first limit asked for holds. */
  deadline: (limitMs: number) => AbortSignal
}

export function createRequestRecord(requestId: string, startedAt: number): RequestRecord {
  let signal: AbortSignal | undefined
  return {
    requestId, startedAt, operation: 'unmatched', userId: undefined, courseId: undefined, code: undefined,
    deadline: (limitMs) => (signal ??= AbortSignal.timeout(Math.max(0, Math.round(startedAt + limitMs - performance.now())))),
  }
}

export function keepRecord(ctx: Context, record: RequestRecord): void {
  ctx.state['record'] = record
}

export function recordOf(ctx: Context): RequestRecord {
  return ctx.state['record'] as RequestRecord
}
