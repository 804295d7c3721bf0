import type { LeasedDelivery } from '@course-grading/data'
import { type CallbackTarget, lookBeforeSend, lookUrlOf, type SeenGrade } from '@course-grading/domain'
import { CallbackStop } from '../callback/callback-stop.ts'
import type { WorkerDeps } from './worker-deps.ts'

export type FirstLook =
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade }
  /** That send of this very delivery stands there already. */
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }

/**
 * What stands upstream, before anything is sent over it.
 * @throws CallbackStop as the client's look, and look_failed for an answer that is not understood
 */
export async function lookFirst(
  { callbacks, stopping, metrics }: Pick<WorkerDeps, 'callbacks' | 'stopping' | 'metrics'>,
  delivery: LeasedDelivery,
  target: CallbackTarget,
): Promise<FirstLook> {
  const answer = await callbacks.look(lookUrlOf(target), stopping)
  const { submissionId, deliveryId, standing, mayOverwrite } = delivery
  const look = lookBeforeSend({ answer, submissionId, deliveryId, standing, mayOverwrite })
  metrics.looked('before_send', look.verdict)
  if (look.verdict === 'not_understood') throw new CallbackStop('look_failed')
  return look
}
