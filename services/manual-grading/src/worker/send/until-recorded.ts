import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '@course-grading/http-kit'
import type { WorkerDeps } from '../worker-deps.ts'

const firstPauseMs = 100
const maxPauseMs = 5_000

/**
 * `not_ours`: the delivery was in other hands, or decided, before this could be written, which surely is not. `unknown`: it was given
 * up, or an earlier try had no answer, so that what is in its way may be itself.
 */
export type Recorded = 'written' | 'not_ours' | 'unknown'

/**
 * Writes down what happened, again and again until the database has it: the recording is repeated, never what it records.
 * Ends with the process; or after `withinMs`, when a lease that lapsed has the same effect.
 */
export async function untilRecorded(
  { logger, ended }: Pick<WorkerDeps, 'logger' | 'ended'>,
  deliveryId: string,
  record: () => Promise<boolean>,
  withinMs = Infinity,
): Promise<Recorded> {
  const startedAt = performance.now()
  let isFirst = true
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return (await record()) ? 'written' : isFirst ? 'not_ours' : 'unknown'
    } catch (error) {
      logger.error('not recorded yet', { event: 'delivery_record_failed', deliveryId, ...errorFacts(error) })
    }
    isFirst = false
    if (ended.aborted || performance.now() - startedAt + pauseMs > withinMs) return 'unknown'
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: ended, ref: false }).catch(() => {})
  }
}
