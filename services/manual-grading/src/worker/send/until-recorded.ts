import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '@course-grading/http-kit'
import type { WorkerDeps } from '../deps/worker-deps.ts'

const firstPauseMs = 100
const maxPauseMs = 5_000

/** `not_ours`: another step changed the delivery first. `unknown`: given up, or an attempt without reply may have written the record. */
export type Recorded = 'written' | 'not_ours' | 'unknown'

/** Repeats only the recording. Gives up at the end of the process, or after `withinMs`, when the lease has expired. */
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
