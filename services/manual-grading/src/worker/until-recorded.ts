import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '@course-grading/http-kit'
import type { WorkerDeps } from './worker-deps.ts'

const firstPauseMs = 100
const longestPauseMs = 5_000

/**
 * Writes down what happened, again and again until the database has it: the recording is repeated, never what it records.
 * Ends with the process; or after `withinMs`, when a lease that lapsed has the same effect. False: it was not this lease's any
 * more, or was given up.
 */
export async function untilRecorded(
  { logger, ended }: Pick<WorkerDeps, 'logger' | 'ended'>, deliveryId: string, record: () => Promise<boolean>, withinMs = Infinity,
): Promise<boolean> {
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await record()
    } catch (error) {
      logger.error('not recorded yet', { event: 'delivery_record_failed', deliveryId, ...errorFacts(error) })
    }
    if (ended.aborted || performance.now() - startedAt + pauseMs > withinMs) return false
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: ended, ref: false }).catch(() => {})
  }
}
