import { reapExpiredLeases } from '@course-grading/data'
import type { WorkerDeps } from '../worker-deps.ts'

/** What a lost worker held: due again where nothing had been sent, else ambiguous. */
export async function reap({
  database,
  logger,
  metrics,
  stopping,
}: Pick<WorkerDeps, 'database' | 'logger' | 'metrics' | 'stopping'>): Promise<void> {
  for (let found = 1; found > 0 && !stopping.aborted;) {
    const lapsed = await reapExpiredLeases(database)
    found = lapsed.length
    for (const { deliveryId, sendNumber, state } of lapsed) {
      metrics.ended(state, 'worker_lost')
      const fields = { event: 'delivery_lapsed', deliveryId, sendNumber, outcome: state } as const
      if (state === 'ambiguous') logger.error('lease lapsed in the middle of a send', fields)
      else logger.warn('lease lapsed before anything was sent', fields)
    }
  }
}
