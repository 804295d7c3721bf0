import { reapExpiredLeases } from '@course-grading/data/delivery/reap-expired-leases'
import type { WorkerDeps } from './deps/worker-deps.ts'

/** A delivery whose lease has expired is due again if no send had started, and otherwise ambiguous. */
export async function reap({
  database,
  logger,
  metrics,
  stopping,
}: Pick<WorkerDeps, 'database' | 'logger' | 'metrics' | 'stopping'>): Promise<void> {
  for (let found = 1; found > 0 && !stopping.aborted;) {
    const reaped = await reapExpiredLeases(database)
    found = reaped.length
    for (const { deliveryId, sendNumber, state } of reaped) {
      metrics.ended(state, 'worker_lost')
      const fields = { event: 'delivery_lease_expired', deliveryId, sendNumber, outcome: state } as const
      if (state === 'ambiguous') logger.error('lease expired in the middle of a send', fields)
      else logger.warn('lease expired before anything was sent', fields)
    }
  }
}
