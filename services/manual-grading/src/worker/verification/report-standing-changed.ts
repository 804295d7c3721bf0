import type { StandingFinder } from '../telemetry/delivery-metrics.ts'
import type { WorkerDeps } from '../worker-deps.ts'

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
