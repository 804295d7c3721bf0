import {
  endStandingVerification,
  type LeasedStandingVerification,
  recordChangedStandings,
} from '@course-grading/data/delivery/standing-queries'
import { repeatVerificationAfter } from '@course-grading/data/delivery/unverified-sends'
import { detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { standingByVerification } from '@course-grading/domain/delivery/compare-standing'
import { readSubmissionDetail } from '@course-grading/domain/delivery/submission-detail'
import { shownBy } from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import { openCapability } from './prepare.ts'
import { recordSeenAfter } from './verify-after-send.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

/**
 * The platform can lose a grade. A failed verification is not repeated, since refreshes compare, too; but one that a stopping process gave
 * up is, and so is the first one, which alone proves that our grade stood.
 */
export async function verifyStanding(deps: WorkerDeps, verification: LeasedStandingVerification): Promise<void> {
  if (verification.overtaken) return
  const { database, metrics } = deps
  const { deliveryId, submissionId, first } = verification
  const seen = await verify(deps, verification)
  if (seen === 'stopped') return
  if (first === null) return await recordFirst(deps, verification, seen)
  const standing =
    seen === 'failed' ? seen : (standingByVerification(first, seen.reply, submissionId) ?? 'not_understood')
  metrics.verified('later', standing)
  if (standing !== 'changed') return await endStandingVerification(database, deliveryId)
  const detail = seen === 'failed' ? undefined : readSubmissionDetail(seen.reply, submissionId)
  const changed = await recordChangedStandings(database, [deliveryId], detail && shownBy(detail))
  const { courseId } = verification
  for (const delivery of changed) deps.reportStandingChange({ ...delivery, courseId }, 'later')
}

async function recordFirst(
  deps: WorkerDeps,
  verification: LeasedStandingVerification,
  seen: Seen | 'failed',
): Promise<void> {
  if (seen === 'failed') deps.metrics.verified('after_send', seen)
  else if (await recordSeenAfter(deps, verification, seen)) return
  await repeatVerificationAfter(deps.database, verification.deliveryId)
}

interface Seen {
  readonly reply: unknown
}

async function verify(
  deps: WorkerDeps,
  verification: LeasedStandingVerification,
): Promise<Seen | 'failed' | 'stopped'> {
  const { deliveryId } = verification
  let releaseSlot = (): void => {}
  try {
    const target = openCapability(deps, verification)
    releaseSlot = await deps.slots.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    return { reply: await deps.callbacks.verify(detailUrlOf(target), deps.stopping) }
  } catch (error) {
    if (error instanceof CallbackError && error.reason === 'stopped') return 'stopped'
    deps.logger.warn('standing verification failed', {
      deliveryId,
      reason: error instanceof CallbackError ? error.reason : 'unexpected',
      ...errorFacts(error),
    })
    return 'failed'
  } finally {
    releaseSlot()
  }
}
