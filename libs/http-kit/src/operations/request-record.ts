import type { Duplex } from 'node:stream'
import type { Context } from 'koa'
import type { WireReply } from '../reply/send-reply.ts'

/** What is known of one request, from its first byte to its log line. */
export interface RequestRecord {
  readonly requestId: string
  /** Monotonic, in milliseconds. */
  readonly startedAt: number
  /** `unmatched` until a route is found. */
  operation: string
  userId: number | undefined
  courseId: number | undefined
  /** Whether the handler has begun. Before that, nothing of the request itself is written. */
  isHandled: boolean
  reply: WireReply | undefined
  /** Code of the problem, when the reply is a problem. */
  code: string | undefined
  /** Keeps a slot until the work of the request ends; `release` gives it back. */
  hold: (release: () => void) => void
  /** Gives back all slots that the request holds. Called once, when its work ends. */
  release: () => void
  /** Aborts `limitMs` after the request came, plus the time of `extend`, or when its client leaves. The limit of the first call holds. */
  deadline: (limitMs: number) => AbortSignal
  /** Aborts when the client leaves before its reply is whole, or ends its own direction: nothing else shows that meanwhile. */
  gone: (socket: Duplex) => AbortSignal
  /** Gives later calls of `deadline` more time: the time in which a body arrived does not count. */
  extend: (byMs: number) => void
  /** Call it when the response is closed. If it was not written to its end, nobody waits for it, and deadlines abort. */
  end: (isAnswered: boolean) => void
}

export function createRequestRecord(requestId: string, startedAt: number): RequestRecord {
  // Most reads call nobody, so the deadline is made when first needed, as one timer: combining signals costs a write 5 % of its CPU.
  let current: AbortController | undefined
  const begun: { readonly controller: AbortController; readonly timer: NodeJS.Timeout }[] = []
  let client: { readonly controller: AbortController; readonly letGo: () => void } | undefined
  const held: (() => void)[] = []
  let isAbandoned = false
  let countsFrom = startedAt
  return {
    requestId,
    startedAt,
    operation: 'unmatched',
    userId: undefined,
    courseId: undefined,
    isHandled: false,
    reply: undefined,
    code: undefined,
    hold: (release) => void held.push(release),
    release: () => {
      for (const release of held) release()
    },
    deadline(limitMs) {
      if (current !== undefined) return current.signal
      const controller = new AbortController()
      const leftMs = Math.max(0, Math.round(countsFrom + limitMs - performance.now()))
      const timer = setTimeout(() => controller.abort(new DOMException('The time has passed.', 'TimeoutError')), leftMs)
      begun.push({ controller, timer })
      current = controller
      if (isAbandoned) controller.abort()
      return controller.signal
    },
    gone(socket) {
      client ??= whenEnded(socket)
      if (isAbandoned) client.controller.abort()
      return client.controller.signal
    },
    extend: (byMs) => {
      countsFrom += byMs
      current = undefined
    },
    end: (isAnswered) => {
      isAbandoned = !isAnswered
      client?.letGo()
      if (isAbandoned) client?.controller.abort()
      for (const { controller, timer } of begun) {
        clearTimeout(timer)
        if (isAbandoned) controller.abort()
      }
    },
  }
}

/** A signal that aborts when nothing more can come from the socket. `letGo` ends the watching. */
function whenEnded(socket: Duplex): { readonly controller: AbortController; readonly letGo: () => void } {
  const controller = new AbortController()
  const leave = (): void => controller.abort()
  if (socket.readableEnded) leave()
  else socket.once('end', leave)
  return { controller, letGo: () => socket.off('end', leave) }
}

/** Names the route of a page for log and metrics. Returns the id of the request, which calls made for it forward. */
export function nameRoute(ctx: Context, operation: string, userId?: number): string {
  const record = recordOf(ctx)
  record.operation = operation
  record.userId = userId
  return record.requestId
}

export function keepRecord(ctx: Context, record: RequestRecord): void {
  ctx.state['record'] = record
}

export function recordOf(ctx: Context): RequestRecord {
  return ctx.state['record'] as RequestRecord
}
