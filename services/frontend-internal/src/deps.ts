import { createDatabase } from '@course-grading/data'
import type { Database } from '@course-grading/data'
import { createDatabaseMetrics, watchDatabasePool } from '@course-grading/http-kit'
import type { Metrics } from '@course-grading/http-kit'
import type { Config } from './config.ts'

/** Everything the operations work with. */
export interface Deps {
  readonly database: Database
  readonly close: () => Promise<void>
}

export async function createDeps(config: Config, metrics: Metrics): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'frontend-internal',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    observe: createDatabaseMetrics(metrics),
  })
  watchDatabasePool(metrics, () => database.state())
  return { database, close: () => database.end() }
}
