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
  /** By the last count, made each minute, so that metrics can be reported while the database is down. */
  readonly liveSessions: number
  readonly deletedSessions: number
}

/** Seconds: the job runs every quarter of an hour, in one replica, and deletes sessions a day after their end. */
const deletion = { leaseS: 300, intervalS: 900 }
const batch = 500

/** Counts the live sessions. Deletes sessions that ended long ago, expired known tokens, and launches that are too old to sign in. */
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
