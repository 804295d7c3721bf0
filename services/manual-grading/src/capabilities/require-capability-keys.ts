import { countCapabilitiesByKey, type Database, type KeyCount } from '@course-grading/data'
import { errorFacts, type Logger, StartRefusal } from '@course-grading/http-kit'
import type { Sealer } from '@course-grading/sealing'

/**
 * Refuses to start while capabilities are sealed with a key that is not in the ring: their grades could not be delivered, and
 * nothing is lost yet. With the database down there is nothing to compare; each delivery then tells by itself.
 */
export async function requireCapabilityKeys(
  { database, sealer, logger }: { readonly database: Database; readonly sealer: Sealer; readonly logger: Logger },
): Promise<void> {
  const used: readonly KeyCount[] = await countCapabilitiesByKey(database).catch((error: unknown) => {
    logger.warn('capability keys not compared', errorFacts(error))
    return []
  })
  if (used.every(({ keyId }) => sealer.keyIds.includes(keyId))) return
  logger.error('capabilities are sealed with keys that CAPABILITY_KEYS lacks', { event: 'capability_unopenable', reason: 'unknown_key' })
  throw new StartRefusal('capabilities are sealed with keys that CAPABILITY_KEYS lacks')
}
