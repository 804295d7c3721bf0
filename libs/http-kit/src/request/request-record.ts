import type { Context } from 'koa'
import type { WireReply } from '../reply/send-reply.ts'

/** What one request is known by, from its first byte to its log line. */
export interface RequestRecord {
  readonly requestId: string
  /** Monotonic, in milliseconds. */
  readonly startedAt: number
  /** Name of the operation, `unmatched` until a route is found. */
  operation: string
  userId: number | undefined
  courseId: number | undefined
  /** What is sent to the client in the end. */
  reply: WireReply | undefined
  /** Code of the problem, when the reply is one. */
  code: string | undefined
  /** Aborts `limitMs` after the request came, and what was given by `extend`, or when its client leaves; the first limit asked for holds. */
  deadline: (limitMs: number) => AbortSignal
  /** Deadlines asked for from now on end so much later: what a body took to come is not taken from its reply. */
  extend: (byMs: number) => void
  /** The client is gone: nobody waits for the reply any more. */
  abandon: () => void
}

export function createRequestRecord(requestId: string, startedAt: number): RequestRecord {
  // Most reads call nobody, so both are made when the first call asks for them.
  let signal: AbortSignal | undefined
  let client: AbortController | undefined
  let isAbandoned = false
  let countsFrom = startedAt
  return {
    requestId,
    startedAt,
    operation: 'unmatched',
    userId: undefined,
    courseId: undefined,
    reply: undefined,
    code: undefined,
    deadline(limitMs) {
      client ??= new AbortController()
      if (isAbandoned) client.abort()
      signal ??= AbortSignal.any([
        client.signal,
        AbortSignal.timeout(Math.max(0, Math.round(countsFrom + limitMs - performance.now()))),
      ])
      return signal
    },
    extend: (byMs) => {
      countsFrom += byMs
      signal = undefined
    },
    abandon: () => {
      isAbandoned = true
      client?.abort()
    },
  }
}

export function keepRecord(ctx: Context, record: RequestRecord): void {
  ctx.state['record'] = record
}

export function recordOf(ctx: Context): RequestRecord {
  return ctx.state['record'] as RequestRecord
}
