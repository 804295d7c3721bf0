import { followServer } from '@course-grading/data'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * A server that took over may not know of a door that was passed. Nothing is leased from one that is not the known one; this
 * makes it known, after a pause in which whatever is on its way arrives, for the look before each send to find.
 */
export async function watchServer({ database, times, logger }: Pick<WorkerDeps, 'database' | 'times' | 'logger'>): Promise<void> {
  const changed = await followServer(database, { settleS: times.settleS })
  if (changed !== null) logger.error('another database server: deliveries pause', { event: 'delivery_server_changed', reason: changed.timeline })
}
