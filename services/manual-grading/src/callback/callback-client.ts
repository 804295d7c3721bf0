import {
  type CallbackTarget,
  type VerificationTarget,
  verificationErrorOf,
  readJson,
  type SendReply,
} from '@course-grading/domain'
import { CallbackError } from './callback-error.ts'
import { exchange, type ExchangeReply } from './exchange.ts'
import { type FreshConnection, openConnection, type ResolveName } from './open-connection.ts'

export interface CallbackLimits {
  /** Name, connection and TLS. */
  readonly connectMs: number
  /** A whole look, with its connection. */
  readonly verificationMs: number
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
   * @throws CallbackError not_allowed, verification_refused, verification_redirected, verification_failed, stopped
   */
  readonly look: (target: VerificationTarget, signal: AbortSignal) => Promise<unknown>
  /** The connection for one POST. @throws CallbackError as openConnection */
  readonly connect: (target: CallbackTarget, signal: AbortSignal) => Promise<FreshConnection>
  /** One POST of a grade, which nothing ends from outside. @throws CallbackError as exchange */
  readonly post: (request: GradePost) => Promise<ExchangeReply>
}

export interface GradePost {
  readonly connection: FreshConnection
  readonly target: CallbackTarget
  readonly form: string
  /** Milliseconds since the door: what is left of the time for the whole send. */
  readonly sinceStartMs: number
  readonly onWrite: () => void
}

/** Upstream answers a few words to a grade, and all of a submission to a look. */
const maxReplyBytes = { look: 16 * 1024 * 1024, grade: 64 * 1024 }
const bodyIdleMs = 10_000

export function createCallbackClient({ limits, resolveName }: CallbackClientOptions): CallbackClient {
  const open = async (
    target: CallbackTarget | VerificationTarget,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<FreshConnection> => await openConnection({ target, limitMs, signal, ...(resolveName && { resolveName }) })
  return {
    look: async (target, signal) => {
      const startedAt = performance.now()
      try {
        const connection = await open(target, Math.min(limits.connectMs, limits.verificationMs), signal)
        const leftMs = Math.max(1, limits.verificationMs - (performance.now() - startedAt))
        const answer = await exchange({
          connection,
          target,
          signal,
          onWrite: () => {},
          limits: { headersMs: leftMs, idleMs: bodyIdleMs, totalMs: leftMs, maxBytes: maxReplyBytes.look },
        })
        return detailIn(answer)
      } catch (error) {
        throw verificationError(error)
      }
    },
    connect: (target, signal) => open(target, limits.connectMs, signal),
    post: ({ connection, target, form, sinceStartMs, onWrite }) =>
      exchange({
        connection,
        target,
        form,
        onWrite,
        limits: {
          headersMs: limits.headersMs,
          idleMs: bodyIdleMs,
          totalMs: Math.max(1, limits.totalMs - sinceStartMs),
          maxBytes: maxReplyBytes.grade,
        },
      }),
  }
}

/** Only a clean 200 is looked at. */
function detailIn({ status, body }: SendReply): unknown {
  const stop = verificationErrorOf(status)
  // Of what students wrote nothing is kept, so it may hold anything.
  const reading = stop === null ? readJson(body, { anyString: true }) : undefined
  if (reading?.ok !== true) throw new CallbackError(stop ?? 'verification_failed', { status, bytes: body.length })
  return reading.value
}

/** Nothing was sent: what kept a look from its answer says less than that there was none. */
function verificationError(error: unknown): unknown {
  if (!(error instanceof CallbackError)) return error
  const kept = [
    'not_allowed',
    'unreachable',
    'tls_failed',
    'verification_refused',
    'verification_redirected',
    'stopped',
  ]
  return kept.includes(error.what) ? error : new CallbackError('verification_failed', error.facts)
}
