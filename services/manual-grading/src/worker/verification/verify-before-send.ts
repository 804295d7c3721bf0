import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { judgeBeforeSend } from '@course-grading/domain/delivery/verification-verdict'
import { CallbackError } from '../../callback/callback-error.ts'
import type { WorkerDeps } from '../worker-deps.ts'

export type FirstVerification =
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade; readonly maxPoints: number | null }
  /** The grade of this very delivery stands upstream already, from the send with this number. */
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }

/** Finds whose grade a send would overwrite. @throws CallbackError as `CallbackClient.verify` */
export async function verifyBeforeSend(
  { callbacks, stopping, metrics }: Pick<WorkerDeps, 'callbacks' | 'stopping' | 'metrics'>,
  delivery: LeasedDelivery,
  target: CallbackTarget,
): Promise<FirstVerification> {
  const reply = await callbacks.verify(detailUrlOf(target), stopping)
  const { submissionId, deliveryId, standing, mayOverwrite } = delivery
  const verification = judgeBeforeSend({ reply, submissionId, deliveryId, standing, mayOverwrite })
  metrics.verified('before_send', verification.verdict)
  if (verification.verdict === 'not_understood') throw new CallbackError('verification_failed')
  return verification
}
