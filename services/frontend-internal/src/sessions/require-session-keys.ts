import type { Database } from '@course-grading/data/db/database'
import { countSessionsByKey, type KeyCount } from '@course-grading/data/sessions/reseal-queries'
import { errorFacts, type Logger, StartError } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'

/** Throws if a stored session needs a key that is not in the ring. While the database is down, the keys are not checked. */
export async function requireSessionKeys({
  database,
  sealer,
  logger,
}: {
  readonly database: Database
  readonly sealer: Sealer
  readonly logger: Logger
}): Promise<void> {
  const used: readonly KeyCount[] = await countSessionsByKey(database).catch((error: unknown) => {
    logger.warn('session keys not compared', errorFacts(error))
    return []
  })
  if (used.every(({ keyId }) => sealer.keyIds.includes(keyId))) return
  logger.error('sessions are sealed with keys that SESSION_KEYS lacks', {
    event: 'session_unopenable',
    reason: 'unknown_key',
  })
  throw new StartError('sessions are sealed with keys that SESSION_KEYS lacks')
}
