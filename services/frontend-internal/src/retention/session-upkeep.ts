import type { Database } from '@course-grading/data/db/database'
import { deleteExpiredApiTokens } from '@course-grading/data/sessions/delete-expired-api-tokens'
import { deleteExpiredTokens } from '@course-grading/data/sessions/known-token-queries'
import { countLiveSessions, deleteExpiredSessions } from '@course-grading/data/sessions/session-queries'
import { deleteExpiredLaunches } from '@course-grading/data/sessions/used-launch-queries'
import type { Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface SessionUpkeepOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly idleS: number
  readonly everyMs?: number
}

export interface SessionUpkeep extends Job {
  /** The number at the last count, at most a minute ago, so that metrics can be reported while the database is down. */
  readonly liveSessions: number
  readonly deletedSessions: number
}

/** Seconds: sessions are deleted a day after their end, in one run of one replica every quarter of an hour. */
const deletion = { leaseS: 300, intervalS: 900 }
/** Rows at a time, so that nobody waits long for their locks. */
const batch = 500

/** Counts the live sessions, and deletes those that ended long ago, what is no longer known of tokens, and launches that are too old. */
export function startSessionUpkeep({ idleS, everyMs = 60_000, ...shared }: SessionUpkeepOptions): SessionUpkeep {
  const { database } = shared
  let liveSessions = 0
  let deletedSessions = 0
  const counting = startJob({
    ...shared,
    name: 'live_sessions',
    everyMs,
    run: async () => {
      liveSessions = await countLiveSessions(database, idleS)
    },
  })
  const deleting = startJob({
    ...shared,
    name: 'expired_sessions',
    everyMs,
    oneReplica: { database, ...deletion },
    run: async (signal) => {
      await inBatches(signal, async () => {
        const deleted = await deleteExpiredSessions(database, { idleS, batch })
        deletedSessions += deleted
        return deleted
      })
      await inBatches(signal, () => deleteExpiredTokens(database, batch))
      await inBatches(signal, () => deleteExpiredApiTokens(database, batch))
      await inBatches(signal, () => deleteExpiredLaunches(database, batch))
    },
  })
  return {
    get liveSessions() {
      return liveSessions
    },
    get deletedSessions() {
      return deletedSessions
    },
    ended: Promise.all([counting.ended, deleting.ended]).then(() => {}),
  }
}

async function inBatches(signal: AbortSignal, deleteBatch: () => Promise<number>): Promise<void> {
  for (let deleted = batch; deleted === batch && !signal.aborted;) deleted = await deleteBatch()
}
