import { Readable } from 'node:stream'
import { createKeyedSemaphore } from '@course-grading/concurrency'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { isRightOfService, type Operation } from '@course-grading/contracts/operation/operation'
import type { NewSession, Session } from '@course-grading/contracts/sessions/session'
import { type FrontendTransport, FrontendTransportError } from '@course-grading/frontend-transport'
import type { KnownSessions } from './known-sessions.ts'

/** Half of the transport's 64 connections. */
export const connectionsOfCaller = 32
const waitMs = 5_000

/** A stream holds its connection until its end, so one caller's downloads would keep everybody else waiting. */
export interface SharedTransport extends Pick<FrontendTransport, 'close'> {
  /** Launches, which the learning platform signed, and the tokens that anybody may send have a share each. */
  readonly createSession: FrontendTransport['createSession']
  /** `caller`: by what the calls at work are counted. */
  readonly withSession: (sessionId: string, caller: string) => Boundary
}

export type Boundary = ReturnType<FrontendTransport['withSession']>

interface AnyCall {
  readonly session?: string | undefined
  readonly requestId?: string | undefined
  readonly signal?: AbortSignal | undefined
}
type AnyMethod = (call?: AnyCall) => Promise<{ readonly body: unknown }>

const operations: Readonly<Record<string, Operation>> = frontendInternal.operations
const needsSession = (id: string): boolean => !isRightOfService(operations[id]?.allow ?? 'anybody')

function learn(sessions: KnownSessions, id: string, session: string | undefined, body: unknown): void {
  if (id === 'createSession') {
    const made = body as NewSession
    return sessions.confirm(made.sessionId, made.session.user.userId)
  }
  if (session === undefined || !needsSession(id)) return
  const saysWhose = operations[id] === frontendInternal.operations.getSession
  sessions.confirm(session, saysWhose ? (body as Session).user.userId : undefined)
}

/** Gives each caller at most half of the connections, further calls wait up to 5 s; and learns from the replies which sessions there are. */
export function shareTransport(transport: FrontendTransport, sessions: KnownSessions): SharedTransport {
  const shares = createKeyedSemaphore<string>({ slots: connectionsOfCaller })

  async function run(
    id: string,
    method: AnyMethod,
    caller: string,
    call: AnyCall,
  ): Promise<{ readonly body: unknown }> {
    const { session, requestId = '', signal } = call
    const acquisition = await shares.acquire(caller, { waitMs, ...(signal && { signal }) })
    if (acquisition !== 'acquired') {
      const kind = acquisition === 'aborted' ? 'aborted' : 'timeout'
      throw new FrontendTransportError({ operation: id, requestId, kind })
    }
    let stream: Readable | undefined
    try {
      const reply = await method(call)
      learn(sessions, id, session, reply.body)
      if (reply.body instanceof Readable) {
        stream = reply.body
        stream.once('close', () => shares.release(caller))
      }
      return reply
    } catch (error) {
      const isEnded = error instanceof FrontendTransportError && error.status === 401
      if (isEnded && session !== undefined && error.code !== 'invalid_frontend_secret') sessions.forget(session)
      throw error
    } finally {
      if (stream === undefined) shares.release(caller)
    }
  }

  const methodOf = (id: string): AnyMethod => transport[id as keyof Boundary] as AnyMethod
  const withSession = (session: string, caller: string): Record<string, AnyMethod> =>
    Object.fromEntries(
      Object.keys(operations).map((id) => [id, (call) => run(id, methodOf(id), caller, { ...call, session })]),
    )
  const createSession: SharedTransport['createSession'] = async (call) =>
    (await run(
      'createSession',
      methodOf('createSession'),
      call.body.launch === undefined ? 'tokens' : 'launches',
      call,
    )) as Awaited<ReturnType<SharedTransport['createSession']>>
  return {
    createSession,
    // Computed from the contract that the transport is computed from.
    withSession: withSession as unknown as SharedTransport['withSession'],
    close: () => transport.close(),
  }
}
