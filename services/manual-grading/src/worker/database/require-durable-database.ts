import { type Database, findLossySettings } from '@course-grading/data'
import { errorFacts, type Logger, StartError } from '@course-grading/http-kit'

/**
 * A worker sends what the database says it has committed, once. One that may forget a commit is refused: the grade could be sent
 * twice. False: the database is down, and there is nothing to ask yet; `watchServer` asks as soon as it answers.
 * @throws StartError with the settings' names
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
