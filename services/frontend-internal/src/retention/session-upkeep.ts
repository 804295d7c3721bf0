import { randomUUID } from 'node:crypto'
import { countLiveSessions, type Database, deleteExpiredSessions, takeTimerLease } from '@course-grading/data'
import { errorFacts, type Logger } from '@course-grading/http-kit'

export interface SessionUpkeepOptions {
  readonly database: Database
  readonly logger: Logger
  readonly idleS: number
  readonly everyMs?: number
}

export interface SessionUpkeep {
  /** As of the last look, at most a minute ago: metrics must answer while the database does not. */
  readonly liveSessions: number
  /** Sessions that this process deleted after their time. */
  readonly deletedSessions: number
  stop(): Promise<void>
}

/** Sessions are deleted a day after their end. Of all replicas one does it, this often. */
const deletion = { name: 'expired_sessions', leaseS: 300, notMoreOftenThanS: 900 }
/** Rows at a time, so that nobody waits long for their locks. */
const batch = 500

/** Counts the live sessions and deletes the long expired, once a minute, for as long as the process runs. */
export function startSessionUpkeep({ database, logger, idleS, everyMs = 60_000 }: SessionUpkeepOptions): SessionUpkeep {
  const holder = randomUUID()
  let liveSessions = 0
  let deletedSessions = 0
  let stopped = false

  const deleteExpired = async (): Promise<void> => {
    if (!(await takeTimerLease(database, { ...deletion, holder }))) return
    for (let deleted = batch; deleted === batch && !stopped;) {
      deleted = await deleteExpiredSessions(database, { idleS, batch })
      deletedSessions += deleted
    }
  }
  const look = async (): Promise<void> => {
    try {
      liveSessions = await countLiveSessions(database, idleS)
      await deleteExpired()
    } catch (error) {
      // The next look comes in a minute.
      logger.warn('session upkeep failed', errorFacts(error))
    }
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs).unref()
  return {
    get liveSessions() {
      return liveSessions
    },
    get deletedSessions() {
      return deletedSessions
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}
