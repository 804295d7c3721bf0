import { endStandingVerification, type LeasedStandingVerification, recordChangedStandings } from '@course-grading/data'
import { detailUrlOf, standingByVerification } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import type { StandingFinder } from '../telemetry/delivery-metrics.ts'
import { openCapability } from './prepare.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/**
 * Looks once more whether a delivered grade still stands: the learning platform may have lost it without a word. A look that
 * fails is not repeated, for each refresh of the course compares, too; one that a stopping process gives up is.
 */
export async function verifyStanding(deps: WorkerDeps, look: LeasedStandingVerification): Promise<void> {
  if (look.overtaken) return
  const { database, metrics } = deps
  const standing = await see(deps, look)
  if (standing === 'stopped') return
  metrics.looked('later', standing)
  if (standing !== 'changed') return await endStandingVerification(database, look.deliveryId)
  const changed = await recordChangedStandings(database, [look.deliveryId])
  for (const delivery of changed) tellStandingChanged(deps, 'later', { ...delivery, courseId: look.courseId })
}

/** A person decides what becomes of it; nothing is sent again because of it. */
export function tellStandingChanged(
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

async function see(
  deps: WorkerDeps,
  look: LeasedStandingVerification,
): Promise<'ours' | 'changed' | 'not_understood' | 'failed' | 'stopped'> {
  const { deliveryId, submissionId } = look
  let giveBack = (): void => {}
  try {
    const target = openCapability(deps, look)
    giveBack = await deps.places.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    const answer = await deps.callbacks.look(detailUrlOf(target), deps.stopping)
    return standingByVerification(look.first, answer, submissionId) ?? 'not_understood'
  } catch (error) {
    if (error instanceof CallbackError && error.what === 'stopped') return 'stopped'
    deps.logger.warn('later look failed', {
      deliveryId,
      reason: error instanceof CallbackError ? error.what : 'unexpected',
      ...errorFacts(error),
    })
    return 'failed'
  } finally {
    giveBack()
  }
}
