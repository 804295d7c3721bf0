import { startSend, type LeaseKey } from '@course-grading/data'
import { errorFacts } from '@course-grading/http-kit'
import { startWatchMs } from '../../delivery-rules.ts'
import type { WorkerDeps } from '../worker-deps.ts'

export type SendStart =
  | { readonly outcome: 'passed'; readonly isLate: () => boolean; readonly sinceMs: () => number }
  /** The lease is over, or nothing may leave: it is surely not committed. */
  | { readonly outcome: 'shut' }
  /** Nobody knows whether it was committed: nothing may be sent. */
  | { readonly outcome: 'unknown' }

/** The one step that only one worker can take, once, before the first byte of a grade is written. */
export async function openSend(
  { database, times, logger }: Pick<WorkerDeps, 'database' | 'times' | 'logger'>,
  { deliveryId, epoch }: LeaseKey,
): Promise<SendStart> {
  const issuedAt = performance.now()
  const sinceMs = (): number => performance.now() - issuedAt
  try {
    if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS }))) return { outcome: 'shut' }
    return { outcome: 'passed', sinceMs, isLate: () => sinceMs() > startWatchMs }
  } catch (error) {
    logger.warn('door unknown', { deliveryId, ...errorFacts(error) })
    return { outcome: 'unknown' }
  }
}
