import { type CallbackTarget, type LookTarget, lookStopOf, readJson, type SendAnswer } from '@course-grading/domain'
import { CallbackStop } from './callback-stop.ts'
import { exchange, type ExchangeAnswer } from './exchange.ts'
import { type FreshConnection, openConnection, type ResolveName } from './open-connection.ts'

export interface CallbackLimits {
  /** Name, connection and TLS. */
  readonly connectMs: number
  /** A whole look, with its connection. */
  readonly lookMs: number
  /** Until the head of the answer to a grade. */
  readonly headersMs: number
  /** A whole send, from its first byte. */
  readonly totalMs: number
}

export interface CallbackClientOptions {
  readonly limits: CallbackLimits
  /** How names become addresses; by the system unless told. */
  readonly resolveName?: ResolveName
}

/** What is asked of the learning platform with a capability. */
export interface CallbackClient {
  /**
   * The submission's detail, parsed, over a connection of its own.
   * @throws CallbackStop not_allowed, look_refused, look_redirected, look_failed, stopped
   */
  readonly look: (target: LookTarget, signal: AbortSignal) => Promise<unknown>
  /** The connection for one POST. @throws CallbackStop as openConnection */
  readonly connect: (target: CallbackTarget, signal: AbortSignal) => Promise<FreshConnection>
  /** One POST of a grade, which nothing ends from outside. @throws CallbackStop as exchange */
  readonly post: (request: GradePost) => Promise<ExchangeAnswer>
}

export interface GradePost {
  readonly connection: FreshConnection
  readonly target: CallbackTarget
  readonly form: string
  /** Milliseconds since the door: what is left of the time for the whole send. */
  readonly sinceDoorMs: number
  readonly onWrite: () => void
}

/** Upstream answers a few words to a grade, and all of a submission to a look. */
const mostAnswerBytes = { look: 16 * 1024 * 1024, grade: 64 * 1024 }
const bodyIdleMs = 10_000

export function createCallbackClient({ limits, resolveName }: CallbackClientOptions): CallbackClient {
  const open = async (
    target: CallbackTarget | LookTarget,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<FreshConnection> => await openConnection({ target, limitMs, signal, ...(resolveName && { resolveName }) })
  return {
    look: async (target, signal) => {
      const startedAt = performance.now()
      try {
        const connection = await open(target, Math.min(limits.connectMs, limits.lookMs), signal)
        const leftMs = Math.max(1, limits.lookMs - (performance.now() - startedAt))
        const answer = await exchange({
          connection,
          target,
          signal,
          onWrite: () => {},
          limits: { headersMs: leftMs, idleMs: bodyIdleMs, totalMs: leftMs, mostBytes: mostAnswerBytes.look },
        })
        return detailIn(answer)
      } catch (error) {
        throw lookStop(error)
      }
    },
    connect: (target, signal) => open(target, limits.connectMs, signal),
    post: ({ connection, target, form, sinceDoorMs, onWrite }) =>
      exchange({
        connection,
        target,
        form,
        onWrite,
        limits: {
          headersMs: limits.headersMs,
          idleMs: bodyIdleMs,
          totalMs: Math.max(1, limits.totalMs - sinceDoorMs),
          mostBytes: mostAnswerBytes.grade,
        },
      }),
  }
}

/** Only a clean 200 is looked at. */
function detailIn({ status, body }: SendAnswer): unknown {
  const stop = lookStopOf(status)
  // Of what students wrote nothing is kept, so it may hold anything.
  const reading = stop === null ? readJson(body, { anyString: true }) : undefined
  if (reading?.ok !== true) throw new CallbackStop(stop ?? 'look_failed', { status, bytes: body.length })
  return reading.value
}

/** Nothing was sent: what kept a look from its answer says less than that there was none. */
function lookStop(error: unknown): unknown {
  if (!(error instanceof CallbackStop)) return error
  const kept = ['not_allowed', 'unreachable', 'tls_failed', 'look_refused', 'look_redirected', 'stopped']
  return kept.includes(error.what) ? error : new CallbackStop('look_failed', error.facts)
}
