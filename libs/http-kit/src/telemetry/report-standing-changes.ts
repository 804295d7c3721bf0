import { Counter } from 'prom-client'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

interface DeliveredGrade {
  readonly deliveryId: string
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}

/** Every service reports delivered grades that no longer stand upstream with this counter, for one alert. Nothing is sent again for it. */
export function reportStandingChanges<Finder extends string>(
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
  finders: readonly Finder[],
): (delivery: DeliveredGrade, finder: Finder) => void {
  const changes = new Counter({
    name: 'delivery_standing_changes_total',
    help: 'Delivered grades that no longer stand upstream, by what found it',
    labelNames: ['finder'],
    registers: [metrics],
  })
  // A counter that begins with 1 shows no increase, so each begins with 0.
  for (const finder of finders) changes.inc({ finder }, 0)
  return ({ deliveryId, courseId, exerciseId, submissionId }, finder) => {
    changes.inc({ finder })
    logger.warn('delivered grade changed upstream', {
      event: 'delivery_standing_changed',
      deliveryId,
      courseId,
      exerciseId,
      submissionId,
      reason: finder,
    })
  }
}
