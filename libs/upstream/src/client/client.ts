import { Pool } from 'undici'
import { acceptOf, readBody, type ReplyFormat, type ReplyReader } from '../replies/read-reply.ts'
import { collectBody, type CollectedReply, wholeBody } from '../replies/collect-body.ts'
import { startDeadline, type Deadline } from '../call/deadline.ts'
import type { UpstreamObserver } from '../call/call-end.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { beginExchange, type BegunReply } from './exchange.ts'
import type { BreakerLimits } from '../gates/breaker.ts'
import { createGates, type CallPurpose } from '../gates/gates.ts'
import { headTimeOf } from './head-time.ts'
import { mayPassSoon } from '../call/may-pass-soon.ts'
import { send, type Sending } from './send.ts'
import { type ByteStream, startBody } from './start-body.ts'

/** The operations on A+: the closed set of a label of metrics. */
export const upstreamOperations = [
  'fetchIdentity',
  'fetchUser',
  'findCourseStaff',
  'findUsersByEmail',
  'probeCourseTeacher',
  'fetchCourse',
  'fetchModules',
  'fetchExercise',
  'listUserTags',
  'listStudents',
  'listSubmissionHeads',
  'fetchSubmission',
  'fetchExerciseForm',
  'readSubmissionFile',
  'openSubmissionFile',
] as const
export type UpstreamOperation = (typeof upstreamOperations)[number]

/** The token is used only in the request's header, and is not kept. */
export interface UpstreamCall {
  readonly token: string
  readonly requestId: string
  readonly signal?: AbortSignal
}

/** Operators do not choose these limits; tests make them small. */
interface UpstreamLimits {
  readonly connectTimeoutMs: number
  readonly bulkTimeoutMs: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly streamIdleMs: number
  readonly breaker: BreakerLimits
}

export interface UpstreamOptions {
  /** Address of A+ without `/api/v2`. */
  readonly baseUrl: string
  /** Limit of a whole call: waiting, both attempts, headers, body. Bulk calls have a longer one; for files it ends with the head. */
  readonly timeoutMs: number
  /** Max number of calls in flight, shared out among the purposes (`CallPurpose`). */
  readonly concurrency: number
  /** Called once for each of at most two attempts, rejected ones too; for a stream at the body's end, with the seconds to its head. */
  readonly observe?: UpstreamObserver<UpstreamOperation>
  readonly limits?: Partial<UpstreamLimits>
}

export interface Request<T> {
  readonly operation: UpstreamOperation
  readonly purpose: Exclude<CallPurpose, FileRequest['purpose']>
  /** Below `/api/v2`. */
  readonly path: string
  readonly limitBytes: number
  /** Whether the content may cause a 500: then its reason is `unlistable`, and no breaker counts it. */
  readonly mayBeUnlistable?: boolean
  /** `wholeJson` for one document, `jsonRows` for a bulk reply. Used again by a second attempt. */
  readonly read: ReplyReader<T>
}

interface FileRequest {
  readonly operation: UpstreamOperation
  readonly purpose: 'content' | 'stream'
  readonly path: string
  /** How long the call may wait for a slot; `queueWaitMs` by default. */
  readonly waitMs?: number | undefined
}

export interface Upstream {
  readonly timeoutMs: number
  readonly get: <T>(request: Request<T>, call: UpstreamCall) => Promise<T>
  /** Passes the bytes on as they arrive. `timeoutMs` applies only to the head. */
  readonly open: (request: FileRequest, call: UpstreamCall) => Promise<ByteStream>
  /** Collects at most `limitBytes`. `timeoutMs` applies only to the head, and `streamIdleMs` to each piece. */
  readonly collect: (request: FileRequest, limitBytes: number, call: UpstreamCall) => Promise<CollectedReply>
  /** Takes no more calls; resolves when those in flight have ended. */
  readonly close: () => Promise<void>
}

/** `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const defaultLimits: UpstreamLimits = {
  connectTimeoutMs: 2000,
  bulkTimeoutMs: 45_000,
  queueLimit: 32,
  queueWaitMs: 1000,
  streamIdleMs: 10_000,
  breaker: { minimumCalls: 20, failureShare: 0.5, windowMs: 10_000, openMs: 5000 },
}

/** The share of the time limit that a call may take: our caller waits within the limit for our reply, which also takes a moment. */
const callShare = 0.97

export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeoutMs, concurrency, observe } = options
  const limits = { ...defaultLimits, ...options.limits }
  const base = baseOf(options.baseUrl)
  const { queueLimit, queueWaitMs, breaker } = limits
  const gates = createGates({ concurrency, queueLimit, queueWaitMs, breaker })
  const pool = new Pool(base.origin, {
    connections: gates.slots, // fewer would make calls of one purpose wait behind those of another
    pipelining: 1,
    allowH2: false,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: 0, // both limits start again with every byte, so the deadline's signal is used instead
    bodyTimeout: 0,
  })

  const begin: Sender['begin'] = (path, call, format, deadline) =>
    beginExchange(pool, { path: `${base.path}/api/v2${path}`, headers: headersOf(call, format), format }, deadline)
  const sendFor: Sender['sendFor'] = ({ operation, purpose, waitMs }, sending) =>
    send({
      ...sending,
      pass: (exchange) => gates.pass(purpose, sending.deadline, exchange, waitMs),
      observe: (end, seconds) => observe?.(operation, end, seconds),
    })

  return {
    timeoutMs,
    ...callsOf({ begin, sendFor }, { ...limits, timeoutMs }),
    close: () => pool.close(),
  }
}

interface Sender {
  readonly begin: (path: string, call: UpstreamCall, format: ReplyFormat, deadline: Deadline) => Promise<BegunReply>
  readonly sendFor: <T>(
    request: Pick<FileRequest, 'operation' | 'waitMs'> & { readonly purpose: CallPurpose },
    sending: Omit<Sending<T>, 'pass' | 'observe'>,
  ) => Promise<T>
}

function callsOf(
  { begin, sendFor }: Sender,
  { timeoutMs, bulkTimeoutMs, streamIdleMs }: UpstreamLimits & Pick<UpstreamOptions, 'timeoutMs'>,
): Pick<Upstream, 'get' | 'open' | 'collect'> {
  return {
    get: async (request, call) => {
      checkCall(call)
      const { path, limitBytes, read } = request
      const limitMs = request.purpose === 'bulk' ? bulkTimeoutMs : timeoutMs
      const deadline = startDeadline(limitMs * callShare, call.signal)
      const exchange = async () =>
        readBody(
          await begin(path, call, 'json', deadline),
          limitBytes,
          'rows' in read ? read.rows : wholeBody(read.whole),
        )
      return sendFor(request, {
        deadline,
        exchange: () =>
          exchange().catch((error: unknown) => {
            const isUnlistable = request.mayBeUnlistable && error instanceof UpstreamError && error.status === 500
            throw isUnlistable ? new UpstreamError('unlistable', { status: 500 }) : error
          }),
        allowsSecond: (error) => mayPassSoon(error) && deadline.elapsedMs() <= limitMs / 2,
      })
    },
    open: async (request, call) => {
      checkCall(call)
      const deadline = startDeadline(null, call.signal)
      const headTime = headTimeOf(deadline, timeoutMs * callShare)
      return sendFor<ByteStream>(request, {
        deadline,
        exchange: async (open) => {
          const reply = await headTime.run(() => begin(request.path, call, 'bytes', deadline))
          const { body, ended } = startBody(reply, { deadline, idleLimitMs: streamIdleMs })
          const stream = { sizeBytes: reply.sizeBytes, body }
          open(stream)
          await ended
          return stream
        },
        allowsSecond: headTime.allowsSecond,
      })
    },
    collect: async (request, limitBytes, call) => {
      checkCall(call)
      const deadline = startDeadline(null, call.signal)
      const headTime = headTimeOf(deadline, timeoutMs * callShare)
      const awaitPiece = (): void => deadline.restart(streamIdleMs)
      return sendFor<CollectedReply>(request, {
        deadline,
        exchange: () =>
          headTime.run(async () =>
            collectBody(await begin(request.path, call, 'bytes', deadline), limitBytes, awaitPiece),
          ),
        allowsSecond: headTime.allowsSecond,
      })
    },
  }
}

function baseOf(baseUrl: string): { origin: string; path: string } {
  const url = new URL(baseUrl)
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('The base URL of the upstream is http or https, without user information, query or fragment.')
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

function checkCall({ token, requestId }: UpstreamCall): void {
  if (!/^[\x21-\x7E]{1,256}$/.test(token)) throw new UpstreamError('refused')
  if (!/^[\x21-\x7E]{1,128}$/.test(requestId)) throw new TypeError('A request id is 1 to 128 visible ASCII characters.')
}

function headersOf({ token, requestId }: UpstreamCall, format: ReplyFormat): Record<string, string> {
  return { authorization: `Token ${token}`, 'x-request-id': requestId, accept: acceptOf[format] }
}
