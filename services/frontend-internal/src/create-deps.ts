import { createFindCourseAccess, createListCourseHeads } from '@course-grading/data/courses/course-access-queries'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import { createUseSession } from '@course-grading/data/sessions/use-session'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  foreignRoleError,
  createSecretCheck,
  createTokenBuckets,
  createUpstreamMetrics,
  errorFacts,
  reportStandingChanges,
  type ServiceContext,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createMarkdownRenderer } from '@course-grading/markdown'
import { createSealer, createTokenDigests, type Sealer } from '@course-grading/sealing'
import { createLineDifference } from '@course-grading/submission-content'
import { createTemplates, createUpstream } from '@course-grading/upstream'
import { refreshLimitMs } from '@course-grading/workflows'
import { Counter } from 'prom-client'
import { createFreshIdentity } from './deps/fresh-identity.ts'
import { createWorkCounter } from './deps/work-metrics.ts'
import type { Config } from './config/config.ts'
import { createPublicCourses } from './deps/public-courses.ts'
import { createRenderFeedback } from './deps/render-feedback.ts'
import { createMigrationThread } from './deps/migration-thread.ts'
import { createArchiveSlots, createContentSlots, createStreamSlots } from './deps/reader-slots.ts'
import { createSignInLanes } from './deps/sign-in-lanes.ts'
import { createBackgroundRefreshes } from './deps/background-refreshes.ts'
import type { Deps } from './deps/deps.ts'

const newSessionsPerMinute = 20
/** When the learning platform has refused so many tokens in a minute, only tokens with which somebody signed in lately are looked up. */
const refusedTokensPerMinute = 600

export async function createDeps(context: ServiceContext<Config>): Promise<Deps> {
  const { config, logger, metrics } = context
  const database = await openDatabase(context)
  const upstream = createUpstream({
    baseUrl: config.UPSTREAM_BASE_URL,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    concurrency: config.UPSTREAM_CONCURRENCY,
    observe: createUpstreamMetrics(metrics, logger),
  })
  const secrets = [config.FRONTEND_SECRET, config.FRONTEND_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const sealer = createSessionSealer(context)
  const templates = createTemplates({ allowed: config.TEMPLATE_ORIGINS })
  const lineDifference = createLineDifference({
    onError: (error) => logger.error('comparison with a template failed', errorFacts(error)),
  })
  const markdown = createMarkdownRenderer({
    onError: (error) => logger.error('rendering of feedback failed', errorFacts(error)),
  })
  const migrationThread = createMigrationThread()
  const backgroundRefreshes = createBackgroundRefreshes(refreshLimitMs)
  return {
    database,
    upstream,
    sealer,
    countWork: createWorkCounter(metrics),
    logger,
    backgroundRefreshes,
    templates,
    lineDifference,
    renderFeedback: createRenderFeedback(markdown),
    migrationThread,
    takeContentSlot: createContentSlots(),
    takeArchiveSlot: createArchiveSlots(),
    takeStreamSlot: createStreamSlots(),
    isFrontend: createSecretCheck('x-service-frontend-secret', secrets),
    sessionTimes: { idleS: config.SESSION_IDLE_S, maxS: config.SESSION_MAX_S },
    ...createSignInLimits(),
    tokenDigests: createTokenDigests(config.SESSION_KEYS),
    useSession: createUseSession(database, { idleS: config.SESSION_IDLE_S }),
    freshIdentity: createFreshIdentity({ database, upstream }),
    findCourseAccess: createFindCourseAccess(database),
    listCourseHeads: createListCourseHeads(database),
    loadCourseSettings: createCourseSettingsLoader(database),
    loadPublicCourses: createPublicCourses(database),
    reportStandingChange: reportStandingChanges({ metrics, logger }, ['refresh', 'reading']),
    close: async () => {
      await backgroundRefreshes.close()
      await lineDifference.close()
      await markdown.close()
      await migrationThread.close()
      templates.close()
      await upstream.close()
      await database.end()
    },
  }
}

async function openDatabase({ config, logger, metrics, mustStop }: ServiceContext<Config>): Promise<Database> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'frontend-internal',
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    role: 'frontend_internal',
    observe: {
      ...createDatabaseMetrics(metrics, statementNames, logger),
      foreignRole: (role) => mustStop(foreignRoleError(role)),
    },
  })
  watchDatabasePool(metrics, () => database.state())
  return database
}

const createSignInLimits = () => ({
  newSessionsOfUser: createTokenBuckets(
    newSessionsPerMinute,
    `A person may sign in ${newSessionsPerMinute} times a minute.`,
  ),
  refusedTokens: createTokenBuckets(
    refusedTokensPerMinute,
    `The learning platform refused ${refusedTokensPerMinute} tokens within a minute, so that only known ones are accepted now.`,
  ),
  signInLanes: createSignInLanes(),
})

function createSessionSealer({ config, metrics }: ServiceContext<Config>): Sealer {
  const sealings = new Counter({
    name: 'session_sealings_total',
    help: 'Tokens sealed by key: a key wears out',
    labelNames: ['key'],
    registers: [metrics],
  })
  return createSealer({
    purpose: 'session-token',
    keys: config.SESSION_KEYS,
    onSealed: (key) => sealings.inc({ key }),
  })
}
