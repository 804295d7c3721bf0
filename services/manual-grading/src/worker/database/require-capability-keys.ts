import { findNeededCapabilityKeys } from '@course-grading/data/capabilities/reseal-capability-queries'
import type { Database } from '@course-grading/data/db/database'
import { errorFacts, type Logger, StartError } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'

interface KeyComparison {
  readonly database: Database
  readonly sealer: Sealer
  readonly logger: Logger
}

/** Without a needed key, grades could not be delivered. False if the database is down; `watchServer` compares then. @throws StartError */
export async function requireCapabilityKeys(comparison: KeyComparison): Promise<boolean> {
  const hasAll = await hasCapabilityKeys(comparison).catch((error: unknown) => {
    comparison.logger.warn('capability keys not compared', errorFacts(error))
    return null
  })
  if (hasAll === false) throw new StartError('capabilities are sealed with keys that CAPABILITY_KEYS lacks')
  return hasAll !== null
}

/** Whether the ring has every key that is needed; if not, an error is logged. Rejects while the database is down. */
export async function hasCapabilityKeys({ database, sealer, logger }: KeyComparison): Promise<boolean> {
  const needed = await findNeededCapabilityKeys(database)
  if (needed.every((keyId) => sealer.keyIds.includes(keyId))) return true
  logger.error('capabilities are sealed with keys that CAPABILITY_KEYS lacks', {
    event: 'capability_unopenable',
    reason: 'unknown_key',
  })
  return false
}
