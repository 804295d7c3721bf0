import type { CallbackTarget, VerificationTarget } from '@course-grading/domain/delivery/callback-url'
import { verificationErrorOf } from '@course-grading/domain/delivery/classify-send'
import type { SendReply } from '@course-grading/domain/delivery/send-reply'
import { readJson } from '@course-grading/domain/json/read-json'
import { ConnectionError, type FreshConnection, openConnection, type ResolveName } from '@course-grading/outbound'
import { CallbackError } from './callback-error.ts'
import { exchange, type ExchangeReply } from './exchange.ts'

interface CallbackLimits {
  /** Time for the name, the connection and TLS. */
  readonly connectMs: number
  readonly verificationMs: number
  /** Time until the head of the reply to a grade has arrived. */
  readonly headersMs: number
  /** Time for a whole send, from its first byte. */
  readonly totalMs: number
}

interface CallbackClientOptions {
  readonly limits: CallbackLimits
  /** How names become addresses; by default the system resolves them. */
  readonly resolveName?: ResolveName
}

export interface CallbackClient {
  /** The parsed detail. @throws CallbackError not_allowed, verification_refused, verification_redirected, verification_failed, stopped */
  readonly verify: (target: VerificationTarget, signal: AbortSignal) => Promise<unknown>
  /** Opens the connection for one POST. @throws CallbackError as openConnection */
  readonly connect: (target: CallbackTarget, signal: AbortSignal) => Promise<FreshConnection>
  /** Makes one POST of a grade, which nothing can end from outside. @throws CallbackError as exchange */
  readonly post: (request: GradePost) => Promise<ExchangeReply>
}

interface GradePost {
  readonly connection: FreshConnection
  readonly target: CallbackTarget
  readonly form: string
  /** Milliseconds since the send start, which count towards the limit of the whole send. */
  readonly sinceStartMs: number
  readonly onWrite: () => void
}

/** The reply to a grade is a few words, the reply to a verification the whole submission. */
const maxReplyBytes = { verification: 16 * 1024 * 1024, grade: 64 * 1024 }
const bodyIdleMs = 10_000

export function createCallbackClient({ limits, resolveName }: CallbackClientOptions): CallbackClient {
  const open = async (
    target: CallbackTarget | VerificationTarget,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<FreshConnection> => {
    try {
      return await openConnection({ target, limitMs, signal, ...(resolveName && { resolveName }) })
    } catch (error) {
      throw error instanceof ConnectionError ? new CallbackError(error.reason) : error
    }
  }
  return {
    verify: async (target, signal) => {
      const startedAt = performance.now()
      try {
        const connection = await open(target, Math.min(limits.connectMs, limits.verificationMs), signal)
        const leftMs = Math.max(1, limits.verificationMs - (performance.now() - startedAt))
        const reply = await exchange({
          connection,
          target,
          signal,
          onWrite: () => {},
          limits: { headersMs: leftMs, idleMs: bodyIdleMs, totalMs: leftMs, maxBytes: maxReplyBytes.verification },
        })
        return detailIn(reply)
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

/** Only a whole 200 is read. */
function detailIn({ status, body }: SendReply): unknown {
  const stop = verificationErrorOf(status)
  // The texts of students are not kept, so any string is accepted.
  const reading = stop === null ? readJson(body, { allowsAnyString: true }) : undefined
  if (reading?.ok !== true) throw new CallbackError(stop ?? 'verification_failed', { status, bytes: body.length })
  return reading.value
}

/** No grade was sent yet, so most reasons for a failed verification need not be distinguished. */
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
  return kept.includes(error.reason) ? error : new CallbackError('verification_failed', error.facts)
}
