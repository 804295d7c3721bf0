import {
  endStandingVerification,
  type LeasedStandingVerification,
  recordChangedStandings,
} from '@course-grading/data/delivery/standing-queries'
import { detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { standingByVerification } from '@course-grading/domain/delivery/compare-standing'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import type { StandingFinder } from '../telemetry/delivery-metrics.ts'
import { openCapability } from './prepare.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** The platform can lose a grade. A failed check is not repeated, since refreshes compare, too; one that a stopping process gave up is. */
export async function verifyStanding(deps: WorkerDeps, verification: LeasedStandingVerification): Promise<void> {
  if (verification.overtaken) return
  const { database, metrics } = deps
  const standing = await verify(deps, verification)
  if (standing === 'stopped') return
  metrics.verified('later', standing)
  if (standing !== 'changed') return await endStandingVerification(database, verification.deliveryId)
  const changed = await recordChangedStandings(database, [verification.deliveryId])
  for (const delivery of changed) reportStandingChanged(deps, 'later', { ...delivery, courseId: verification.courseId })
}

/** A person decides what to do; nothing is sent again because of it. */
export function reportStandingChanged(
  { metrics, logger }: Pick<WorkerDeps, 'metrics' | 'logger'>,
  finder: StandingFinder,
  delivery: {
    readonly deliveryId: string
    readonly courseId: number
    readonly exerciseId: number
    readonly submissionId: number
  },
): void {
  const { deliveryId, courseId, exerciseId, submissionId } = delivery
  metrics.standingChanged(finder)
  logger.warn('delivered grade changed upstream', {
    event: 'delivery_standing_changed',
    deliveryId,
    courseId,
    exerciseId,
    submissionId,
    reason: finder,
  })
}

async function verify(
  deps: WorkerDeps,
  verification: LeasedStandingVerification,
): Promise<'ours' | 'changed' | 'not_understood' | 'failed' | 'stopped'> {
  const { deliveryId, submissionId } = verification
  let releaseSlot = (): void => {}
  try {
    const target = openCapability(deps, verification)
    releaseSlot = await deps.slots.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    const reply = await deps.callbacks.verify(detailUrlOf(target), deps.stopping)
    return standingByVerification(verification.first, reply, submissionId) ?? 'not_understood'
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
