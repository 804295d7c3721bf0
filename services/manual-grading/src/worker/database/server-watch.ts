import { followServer, updateSettleTime } from '@course-grading/data/delivery/delivery-control-queries'
import { findLossySettings } from '@course-grading/data/delivery/find-lossy-settings'
import { hasCapabilityKeys } from './require-capability-keys.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

/** The checks that were possible before the start. `watchServer` makes the others as soon as the database is there. */
export interface StartChecks {
  readonly keysCompared: boolean
  /** Whether the database surely keeps what it commits; null if that is not required. */
  readonly isDurable: boolean | null
}

export interface ServerWatch {
  /** Checks the identity and the settings of the database server. Rejects while the server is down. */
  readonly check: () => Promise<void>
  /** False if the server can lose what it commits, or was never checked. Then no delivery begins. */
  readonly isTrusted: () => boolean
}

type ServerWatchOptions = Pick<WorkerDeps, 'database' | 'sealer' | 'logger'> & {
  readonly checks: StartChecks
  /** `DELIVERY_SETTLE_S`, written into the database once. */
  readonly settleS: number
}

/** A new server may lack a send start, so deliveries pause until every send has arrived. Each check also reads the server's settings. */
export function watchServer({ database, sealer, logger, checks, settleS }: ServerWatchOptions): ServerWatch {
  const { isDurable: checked } = checks
  let { keysCompared } = checks
  let isSettleTimeWritten = false
  let isDurable = checked !== false
  let isReported = false

  const checkSettings = async (): Promise<void> => {
    const lossy = await findLossySettings(database)
    isDurable = lossy.length === 0
    if (!isDurable && !isReported) {
      logger.error('the database can lose what it commits: nothing is delivered', {
        event: 'delivery_database_lossy',
        reason: lossy.join('/'),
      })
    }
    isReported = !isDurable
  }
  return {
    isTrusted: () => isDurable,
    check: async () => {
      // A missing key loses no delivery, since its deliveries wait. But an operator must be alerted to put the key back.
      if (!keysCompared) await hasCapabilityKeys({ database, sealer, logger })
      keysCompared = true
      if (checked !== null) await checkSettings()
      if (!isSettleTimeWritten) await updateSettleTime(database, { settleS })
      isSettleTimeWritten = true
      const changed = await followServer(database)
      if (changed !== null)
        logger.error('another database server: deliveries pause', {
          event: 'delivery_server_changed',
          reason: changed.timeline,
        })
    },
  }
}
