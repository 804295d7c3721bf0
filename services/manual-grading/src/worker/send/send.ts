import { classifySend, type SendClass, type SendEvent, type SendPhase } from '@course-grading/domain'
import { CallbackError } from '../../callback/callback-error.ts'
import type { FreshConnection } from '../../callback/open-connection.ts'
import type { SendStart } from './open-send.ts'
import type { PreparedSend } from '../verification/prepare.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** What became of a send whose door is passed. */
export interface SendResult extends SendClass {
  readonly phase: SendPhase
  readonly status: number | null
  /** Of the answer's body. */
  readonly bytes: number
  /** What a refusal for too many requests asked for; nothing is sent again by it. */
  readonly retryAfterS: number | null
  /** From the last look at the watch to the end of the answer. */
  readonly durationMs: number
}

/** One POST on a connection of its own, unless the watch says that it is too late. Never rejects: whatever happens has its class. */
export async function sendGrade(
  { callbacks }: Pick<WorkerDeps, 'callbacks'>,
  { target, form }: PreparedSend,
  connection: FreshConnection,
  door: Extract<SendStart, { outcome: 'passed' }>,
): Promise<SendResult> {
  const startedAt = performance.now()
  let phase: SendPhase = 'send_started'
  const ended = (
    as: SendClass,
    answer: { status: number | null; bytes: number; retryAfterS?: number | null },
  ): SendResult => ({ ...as, phase, retryAfterS: null, ...answer, durationMs: performance.now() - startedAt })
  const result = (event: SendEvent, answer: Parameters<typeof ended>[1]): SendResult =>
    ended(classifySend(phase, event), answer)
  try {
    if (door.isLate()) throw new CallbackError('too_late')
    const answer = await callbacks.post({
      connection,
      target,
      form,
      sinceStartMs: door.sinceMs(),
      onWrite: () => {
        phase = 'write_begun'
      },
    })
    return result(
      { what: 'answer', answer },
      { status: answer.status, bytes: answer.body.length, retryAfterS: answer.retryAfterS },
    )
  } catch (error) {
    if (error instanceof CallbackError) return result({ what: error.what }, error.facts)
    return ended(unforeseen(phase), { status: null, bytes: 0 })
  } finally {
    connection.destroy()
  }
}

/** What no table foresees: after the first byte nobody knows. */
export function unforeseen(phase: SendPhase): SendClass {
  const outcome = phase === 'before_start' ? 'pending' : phase === 'send_started' ? 'unsent' : 'ambiguous'
  return { outcome, kind: 'unexpected', alert: true }
}
