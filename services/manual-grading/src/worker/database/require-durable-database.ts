import type { Database } from '@course-grading/data/db/database'
import { findLossySettings } from '@course-grading/data/delivery/find-lossy-settings'
import { errorFacts, type Logger, StartError } from '@course-grading/http-kit'

/** A database that loses a commit could send a grade twice. False while the database is down: `watchServer` checks. @throws StartError */
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
