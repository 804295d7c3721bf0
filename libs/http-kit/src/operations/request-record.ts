import type { Duplex } from 'node:stream'
import type { Context } from 'koa'
import type { WireReply } from '../reply/send-reply.ts'

export interface RequestRecord {
  readonly requestId: string
  /** By the monotonic clock, in milliseconds. */
  readonly startedAt: number
  /** `unmatched` until a route is found. */
  operation: string
  userId: number | undefined
  courseId: number | undefined
  /** Whether the handler has begun. Before, no statement has written anything for the request itself. */
  isHandled: boolean
  reply: WireReply | undefined
  code: string | undefined
  /** Keeps a slot until the work of the request ends; then `release`, the argument, gives the slot back. */
  hold: (release: () => void) => void
  /** Gives back all slots that the request holds. Called once, when the work of the request ends. */
  release: () => void
  /** Aborts `limitMs` and the time of `extend` after the request came, or when the client leaves. A second call returns the same signal. */
  deadline: (limitMs: number) => AbortSignal
  /** Aborts when the client leaves before its reply is whole, or ends its own direction, which nothing else shows meanwhile. */
  gone: (socket: Duplex) => AbortSignal
  /** Gives later calls of `deadline` more time: the time in which a body arrived does not count. */
  extend: (byMs: number) => void
  /** Called when the response is closed. If it was not written to its end, nobody waits for it, and all signals abort. */
  end: (isAnswered: boolean) => void
}

export function createRequestRecord(requestId: string, startedAt: number): RequestRecord {
  // Made when first needed, since most reads call no other service, as one timer: combining signals would cost a write 5 % of its CPU.
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

function whenEnded(socket: Duplex): { readonly controller: AbortController; readonly letGo: () => void } {
  const controller = new AbortController()
  const leave = (): void => controller.abort()
  if (socket.readableEnded) leave()
  else socket.once('end', leave)
  return { controller, letGo: () => socket.off('end', leave) }
}

export function nameRoute(ctx: Context, operation: string): void {
  recordOf(ctx).operation = operation
}

/** The request's id, which calls of other services forward. The log names the person, if one is known. */
export function requestIdOf(ctx: Context, userId?: number): string {
  const record = recordOf(ctx)
  record.userId = userId
  return record.requestId
}

export function keepRecord(ctx: Context, record: RequestRecord): void {
  ctx.state['record'] = record
}

export function recordOf(ctx: Context): RequestRecord {
  return ctx.state['record'] as RequestRecord
}
