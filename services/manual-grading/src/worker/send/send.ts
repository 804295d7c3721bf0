import type { CallbackTarget } from '@course-grading/domain/delivery/callback-url'
import {
  classifySend,
  type SendClass,
  type SendEvent,
  type SendPhase,
} from '@course-grading/domain/delivery/classify-send'
import type { FreshConnection } from '@course-grading/outbound'
import { CallbackError } from '../../callback/callback-error.ts'
import type { SendStart } from './open-send.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

export interface SendToWrite {
  readonly target: CallbackTarget
  readonly form: string
}

export interface SendResult extends SendClass {
  readonly phase: SendPhase
  readonly status: number | null
  readonly bytes: number
  /** The `Retry-After` of the reply, for diagnostics only: nothing is sent again because of it. */
  readonly retryAfterS: number | null
  /** Milliseconds from the last check of the time to the end of the reply. */
  readonly durationMs: number
}

/** Makes one POST, unless it is too late after the send start. Never rejects: whatever happens has its class. */
export async function sendGrade(
  { callbacks }: Pick<WorkerDeps, 'callbacks'>,
  { target, form }: SendToWrite,
  connection: FreshConnection,
  start: Extract<SendStart, { outcome: 'started' }>,
): Promise<SendResult> {
  const startedAt = performance.now()
  let phase: SendPhase = 'send_started'
  const ended = (
    as: SendClass,
    reply: { status: number | null; bytes: number; retryAfterS?: number | null },
  ): SendResult => ({ ...as, phase, retryAfterS: null, ...reply, durationMs: performance.now() - startedAt })
  const result = (event: SendEvent, reply: Parameters<typeof ended>[1]): SendResult =>
    ended(classifySend(phase, event), reply)
  try {
    if (start.isLate()) throw new CallbackError('too_late')
    const reply = await callbacks.post({
      connection,
      target,
      form,
      sinceStartMs: start.sinceMs(),
      onWrite: () => {
        phase = 'write_begun'
      },
    })
    return result(
      { event: 'reply', reply },
      { status: reply.status, bytes: reply.body.length, retryAfterS: reply.retryAfterS },
    )
  } catch (error) {
    if (error instanceof CallbackError) return result({ event: error.reason }, error.facts)
    return ended(unforeseen(phase), { status: null, bytes: 0 })
  } finally {
    connection.destroy()
  }
}

/** The class of an unforeseen error: once the write has begun, the grade may have arrived. */
export function unforeseen(phase: SendPhase): SendClass {
  const outcome = phase === 'before_start' ? 'pending' : phase === 'send_started' ? 'unsent' : 'ambiguous'
  return { outcome, kind: 'unexpected', alert: true }
}
