import type { LeasedDelivery } from '@course-grading/data'
import { type CallbackTarget, judgeBeforeSend, detailUrlOf, type SeenGrade } from '@course-grading/domain'
import { CallbackError } from '../../callback/callback-error.ts'
import type { WorkerDeps } from '../worker-deps.ts'

export type FirstVerification =
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade }
  /** That send of this very delivery stands there already. */
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }

/**
 * What stands upstream, before anything is sent over it.
 * @throws CallbackError as the client's look, and verification_failed for an answer that is not understood
 */
export async function verifyBeforeSend(
  { callbacks, stopping, metrics }: Pick<WorkerDeps, 'callbacks' | 'stopping' | 'metrics'>,
  delivery: LeasedDelivery,
  target: CallbackTarget,
): Promise<FirstVerification> {
  const answer = await callbacks.look(detailUrlOf(target), stopping)
  const { submissionId, deliveryId, standing, mayOverwrite } = delivery
  const look = judgeBeforeSend({ answer, submissionId, deliveryId, standing, mayOverwrite })
  metrics.looked('before_send', look.verdict)
  if (look.verdict === 'not_understood') throw new CallbackError('verification_failed')
  return look
}
