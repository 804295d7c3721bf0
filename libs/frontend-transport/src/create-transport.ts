import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import { type Boundary, isRightOfService, type Operation } from '@course-grading/contracts/operation/operation'
import { isRequestId } from './reply-headers.ts'
import { buildRequest, type Call } from './build-request.ts'
import { createClient } from './client.ts'
import { startDeadline } from './deadline.ts'
import { brokenOff, type Exchange } from './exchange.ts'
import type { Methods, SessionMethods } from './method.ts'
import { readReply, type ReadReply } from './read-reply.ts'
import { FrontendTransportError } from './transport-error.ts'

export interface TransportLimits {
  readonly connectTimeoutMs: number
  /** Time for the network, in addition to the time that the operation itself may take. */
  readonly marginMs: number
  /** Time until the head of a streamed reply, or less if the operation's own time limit is shorter; `marginMs` is added. */
  readonly streamHeadMs: number
  /** Time for a streamed reply from its head on, unless the contract says that the reply has no time limit. */
  readonly streamLimitMs: number
  /** How long a body may be silent while there is room for data; a slow reader's time does not count. */
  readonly streamIdleMs: number
}

export interface TransportOptions {
  /** Address of the service, without the boundary's prefix. */
  readonly baseUrl: string
  /** The frontend secret: visible ASCII. */
  readonly secret: string
  /** Max connections, 64 by default. More calls wait within their own time limit; a stream keeps its connection until its end. */
  readonly connections?: number
  readonly limits?: Partial<TransportLimits>
  /** Called at the end of each call that was sent, or at the beginning of its stream. */
  readonly onCall?: (operation: string, end: CallEnd) => void
}

export interface CallEnd {
  /** Null if the reply is one of the contract. */
  readonly error: FrontendTransportError | null
  readonly seconds: number
}

export type Transport<Served extends Boundary> = Methods<Served> & {
  /** The methods on behalf of one person: they take no `session`. */
  readonly withSession: (session: string) => SessionMethods<Served>
  /** Takes no more calls; resolves when all calls in flight have ended, streams included. */
  readonly close: () => Promise<void>
}

const defaultLimits: TransportLimits = {
  connectTimeoutMs: 2000,
  marginMs: 2000,
  streamHeadMs: 30_000,
  streamLimitMs: 305_000,
  streamIdleMs: 10_000,
}

const headerText = /^[\x21-\x7E]{1,256}$/

export function createTransport<const Served extends Boundary>(
  boundary: Served,
  options: TransportOptions,
): Transport<Served> {
  const { baseUrl, secret, connections = 64, onCall = () => {} } = options
  if (!headerText.test(secret)) throw new TypeError('The frontend secret is 1 to 256 visible ASCII characters.')
  const limits = { ...defaultLimits, ...options.limits }
  const { connectTimeoutMs, streamIdleMs: idleMs } = limits
  const client = createClient({ baseUrl, connections, connectTimeoutMs, idleMs })

  const run = async (id: string, operation: Operation, call: Call): Promise<ReadReply> => {
    const requestId = isRequestId(call.requestId) ? call.requestId : randomUUID()
    if (!isRightOfService(operation.allow) && !headerText.test(call.session ?? '')) {
      throw new FrontendTransportError({ operation: id, requestId, status: 401, code: 'invalid_session' })
    }
    const request = buildRequest({ prefix: boundary.prefix, operation, secret, requestId, call })
    const deadline = startDeadline(headLimitMs(operation, limits), call.signal)
    const exchange: Exchange = {
      id,
      operation,
      requestId,
      conditional: call.ifNoneMatch !== undefined,
      credentials: credentialsOf(secret, call),
      deadline,
      ...limits,
    }
    const startedAt = performance.now()
    const ended = (error: FrontendTransportError | null): void =>
      onCall(id, { error, seconds: (performance.now() - startedAt) / 1000 })
    let reply: ReadReply | undefined
    try {
      reply = await readReply(exchange, await client.send(request, deadline.signal))
      ended(null)
      return reply
    } catch (error) {
      const failure = brokenOff(exchange, error)
      ended(failure)
      throw failure
    } finally {
      if (!(reply?.body instanceof Readable)) deadline.end()
    }
  }

  const methodsFor = (session?: string): Record<string, (call?: Call) => Promise<ReadReply>> =>
    Object.fromEntries(
      Object.entries(boundary.operations).map(([id, operation]) => [
        id,
        (call = {}) => run(id, operation, session === undefined ? call : { ...call, session }),
      ]),
    )
  const transport = {
    ...methodsFor(),
    withSession: (session: string) => methodsFor(session),
    close: () => client.close(),
  }
  return transport as unknown as Transport<Served> // computed from the contract that `methodsFor` iterates over
}

/** The time limit until a JSON reply is whole, or a streamed one begins. A CSV that is sent has additional time. */
function headLimitMs(
  { timeLimitMs, replies, csvBody }: Operation,
  { marginMs, streamHeadMs }: TransportLimits,
): number {
  const isStreamed = Object.values(replies).some(({ mediaType }) => mediaType !== undefined)
  const sendingMs = csvBody ? requestLimitMs.csv : 0
  return marginMs + sendingMs + (isStreamed ? Math.min(timeLimitMs, streamHeadMs) : timeLimitMs)
}

function credentialsOf(secret: string, { session, body }: Call): string[] {
  const token: unknown = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
  return [secret, session, token].filter((text) => typeof text === 'string' && text !== '') as string[]
}
