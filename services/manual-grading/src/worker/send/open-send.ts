import type { LeaseKey } from '@course-grading/data/delivery/lease-delivery'
import { type SeenBeforeSend, startSend } from '@course-grading/data/delivery/start-send'
import { errorFacts } from '@course-grading/http-kit'
import { maxStartToWriteMs } from '../../config/delivery-rules.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

export type SendStart =
  | { readonly outcome: 'started'; readonly isLate: () => boolean; readonly sinceMs: () => number }
  /** The lease has expired, or nothing may be sent now: the send start is surely not committed. */
  | { readonly outcome: 'not_started' }
  /** The send start may be committed: nothing may be sent. */
  | { readonly outcome: 'unknown' }

/** Commits the send start, which only one worker can do, once, before the first byte of a grade is written. */
export async function openSend(
  { database, times, logger }: Pick<WorkerDeps, 'database' | 'times' | 'logger'>,
  { deliveryId, epoch }: LeaseKey,
  seen: SeenBeforeSend,
): Promise<SendStart> {
  const issuedAt = performance.now()
  const sinceMs = (): number => performance.now() - issuedAt
  try {
    if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS, seen })))
      return { outcome: 'not_started' }
    return { outcome: 'started', sinceMs, isLate: () => sinceMs() > maxStartToWriteMs }
  } catch (error) {
    logger.warn('send start unknown', { deliveryId, ...errorFacts(error) })
    return { outcome: 'unknown' }
  }
}
