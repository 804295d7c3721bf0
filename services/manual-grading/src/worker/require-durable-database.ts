import { type Database, findLossySettings } from '@course-grading/data'
import { errorFacts, type Logger, StartRefusal } from '@course-grading/http-kit'

/**
 * A worker sends what the database says it has committed, once. One that may forget a commit is refused: the grade could be sent
 * twice. With the database down there is nothing to ask yet.
 */
export async function requireDurableDatabase(
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): Promise<void> {
  const lossy = await findLossySettings(database).catch((error: unknown) => {
    logger.warn('durability of the database not checked', errorFacts(error))
    return []
  })
  if (lossy.length > 0) throw new StartRefusal(`the database must not have switched off: ${lossy.join(', ')}`)
}
