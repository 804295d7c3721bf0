import type { Database } from '@course-grading/data/database'
import { findLossySettings } from '@course-grading/data/delivery/find-lossy-settings'
import { errorFacts, type Logger, StartError } from '@course-grading/http-kit'

/**
 * Where a commit can be lost, a grade could be sent twice. False if the database is down; then `watchServer` checks. @throws StartError
 * with the settings' names
 */
export async function requireDurableDatabase({
  database,
  logger,
}: {
  readonly database: Database
  readonly logger: Logger
}): Promise<boolean> {
  const lossy = await findLossySettings(database).catch((error: unknown) => {
    logger.warn('durability of the database not checked', errorFacts(error))
    return null
  })
  if (lossy === null || lossy.length === 0) return lossy !== null
  throw new StartError(`the database must not have switched off: ${lossy.join(', ')}`)
}
