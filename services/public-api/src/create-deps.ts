import { createDatabase } from '@course-grading/data/db/database'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  foreignRoleError,
  createUpstreamMetrics,
  type ServiceContext,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createUpstream } from '@course-grading/upstream'
import type { Config } from './config/config.ts'
import { createKnownTokens } from './identity/known-tokens.ts'
import { createRateLimit } from './identity/rate-limit.ts'
import { createTokenCacheMetrics } from './identity/token-cache-metrics.ts'
import { createRefusedTokenLimit } from './identity/refused-token-limit.ts'
import { createTokenIdentities } from './identity/token-identities.ts'
import type { Deps } from './deps/deps.ts'

export async function createDeps({ config, logger, metrics, mustStop }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'public-api',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    role: 'public_api',
    observe: {
      ...createDatabaseMetrics(metrics, statementNames, logger),
      foreignRole: (role) => mustStop(foreignRoleError(role)),
    },
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
