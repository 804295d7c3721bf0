import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { type FoundSend, type GoOn, judgeBeforeSend } from '@course-grading/domain/delivery/verification-verdict'
import { CallbackError } from '../../callback/callback-error.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

export type FirstVerification =
  | GoOn
  /** The grade of this very delivery arrived already. */
  | FoundSend
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }

/** Finds whose grade a send would overwrite. @throws CallbackError as `CallbackClient.verify` */
export async function verifyBeforeSend(
  { callbacks, stopping, metrics }: Pick<WorkerDeps, 'callbacks' | 'stopping' | 'metrics'>,
  delivery: LeasedDelivery,
  target: CallbackTarget,
): Promise<FirstVerification> {
  const reply = await callbacks.verify(detailUrlOf(target), stopping)
  const verification = judgeBeforeSend({ ...delivery, reply })
  metrics.verified('before_send', verification.verdict)
  if (verification.verdict === 'not_understood') throw new CallbackError('verification_failed')
  return verification
}
