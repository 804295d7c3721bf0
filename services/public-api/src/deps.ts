import { createDatabase, type Database } from '@course-grading/data/db/database'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  createUpstreamMetrics,
  type ServiceContext,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createUpstream, type Upstream } from '@course-grading/upstream'
import type { Config } from './config.ts'
import { createKnownTokens, type KnownTokens } from './identity/known-tokens.ts'
import { createRateLimit, type RateLimit } from './identity/rate-limit.ts'
import { createTokenCacheMetrics } from './identity/token-cache-metrics.ts'
import { createRefusedTokenLimit, type RefusedTokenLimit } from './identity/refused-token-limit.ts'
import { createTokenIdentities, type TokenIdentities } from './identity/token-identities.ts'

export interface Deps {
  readonly database: Database
  readonly upstream: Upstream
  readonly knownTokens: KnownTokens
  readonly identities: TokenIdentities
  readonly rateLimit: RateLimit
  readonly refusedTokenLimit: RefusedTokenLimit
  readonly loadCourseSettings: (courseId: number) => Promise<StoredCourseSettings | null>
  readonly close: () => Promise<void>
}

export async function createDeps({ config, logger, metrics }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'public-api',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    observe: createDatabaseMetrics(metrics, statementNames, logger),
  })
  watchDatabasePool(metrics, () => database.state())
  const upstream = createUpstream({
    baseUrl: config.UPSTREAM_BASE_URL,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    concurrency: config.UPSTREAM_CONCURRENCY,
    observe: createUpstreamMetrics(metrics, logger),
  })
  const knownTokens = createKnownTokens(database, logger)
  const identities = createTokenIdentities({
    upstream,
    knownTokens,
    ttlS: config.TOKEN_CACHE_TTL_S,
    observe: createTokenCacheMetrics(metrics),
  })
  return {
    database,
    upstream,
    knownTokens,
    identities,
    rateLimit: createRateLimit(config.RATE_LIMIT_PER_MINUTE),
    refusedTokenLimit: createRefusedTokenLimit(config.REFUSED_TOKENS_PER_MINUTE),
    loadCourseSettings: createCourseSettingsLoader(database),
    close: async () => {
      await upstream.close()
      await knownTokens.close()
      await database.end()
    },
  }
}
