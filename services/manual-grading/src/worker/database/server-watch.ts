import { findLossySettings, followServer } from '@course-grading/data'
import { hasCapabilityKeys } from '../../capabilities/require-capability-keys.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** What the start could ask of its database; the rest is asked when it answers. */
export interface StartChecks {
  /** Whether its capabilities were compared with the ring of keys. */
  readonly keysCompared: boolean
  /** Whether it surely keeps what it commits; null: no matter. */
  readonly isDurable: boolean | null
}

export interface ServerWatch {
  /** Asks the server who it is, and what it is like. Rejects while it does not answer. */
  readonly ask: () => Promise<void>
  /** False: it may forget what it commits, or was never asked. Then nothing is begun. */
  readonly isTrusted: () => boolean
}

export type ServerWatchOptions = Pick<WorkerDeps, 'database' | 'sealer' | 'times' | 'logger'> & {
  readonly checks: StartChecks
}

/**
 * A server that took over may not know of a door that was passed. Nothing is leased from one that is not the known one; this
 * makes it known, after a pause in which whatever is on its way arrives, for the look before each send to find. It may have other
 * settings too, so they are asked for each time.
 */
export function watchServer({ database, sealer, times, logger, checks }: ServerWatchOptions): ServerWatch {
  const { isDurable: checked } = checks
  let { keysCompared } = checks
  let isDurable = checked !== false
  let isReported = false

  const askSettings = async (): Promise<void> => {
    const lossy = await findLossySettings(database)
    isDurable = lossy.length === 0
    if (!isDurable && !isReported) {
      logger.error('the database may forget what it commits: nothing is delivered', {
        event: 'delivery_database_lossy',
        reason: lossy.join('/'),
      })
    }
    isReported = !isDurable
  }
  return {
    isTrusted: () => isDurable,
    ask: async () => {
      // Nothing is lost by a missing key: each of its deliveries waits. Whoever can put it back must be told all the same.
      if (!keysCompared) await hasCapabilityKeys({ database, sealer, logger })
      keysCompared = true
      if (checked !== null) await askSettings()
      const changed = await followServer(database, { settleS: times.settleS })
      if (changed !== null)
        logger.error('another database server: deliveries pause', {
          event: 'delivery_server_changed',
          reason: changed.timeline,
        })
    },
  }
}
