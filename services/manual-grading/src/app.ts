import { createDatabase } from '@course-grading/data'
import { createApp, createDatabaseMetrics, internalProblemStyle, watchDatabasePool } from '@course-grading/http-kit'
import type { Equipment, OpenedService } from '@course-grading/http-kit'
import type { Config } from './config.ts'

/** The boundary with its database. It has no operation yet: every path is `not_found`. */
export async function openService({ config, logger, metrics }: Equipment<Config>): Promise<OpenedService> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'manual-grading',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    observe: createDatabaseMetrics(metrics),
  })
  watchDatabasePool(metrics, () => database.state())
  return {
    listener: createApp({ logger, metrics, problems: internalProblemStyle, operations: [] }),
    check: () => database.check(),
    close: () => database.end(),
  }
}
