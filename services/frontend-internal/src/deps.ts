import {
  createFindCourseAccess,
  createListCourseHeads,
  type FindCourseAccess,
  type ListCourseHeads,
} from '@course-grading/data/courses/course-access-queries'
import { createDatabase, type Database } from '@course-grading/data/db/database'
import { createUseSession, type UseSession } from '@course-grading/data/sessions/use-session'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { statementNames } from '@course-grading/data/db/statement-names'
import {
  createDatabaseMetrics,
  createSecretCheck,
  createTokenBuckets,
  createUpstreamMetrics,
  errorFacts,
  reportStandingChanges,
  type ServiceContext,
  type Logger,
  type TokenBuckets,
  watchDatabasePool,
} from '@course-grading/http-kit'
import { createMarkdownRenderer } from '@course-grading/markdown'
import { createSealer, createTokenDigests, type Sealer, type TokenDigests } from '@course-grading/sealing'
import { createLineDifference, type LineDifference } from '@course-grading/submission-content'
import { createTemplates, createUpstream, type Templates, type Upstream } from '@course-grading/upstream'
import { refreshLimitMs } from '@course-grading/workflows'
import { Counter } from 'prom-client'
import { createFreshIdentity, type FreshIdentity } from './access/fresh-identity.ts'
import { createWorkCounter, type Work } from './claims/work-metrics.ts'
import type { Config } from './config.ts'
import { createPublicCourses, type LoadPublicCourses } from './courses/public-courses.ts'
import { createRenderFeedback, type RenderFeedback } from './feedback/render-feedback.ts'
import { createMigrationThread, type MigrationThread } from './rubrics/migration-thread.ts'
import {
  createArchiveSlots,
  createContentSlots,
  createStreamSlots,
  type TakeContentSlot,
  type TakeSlot,
  type TakeStreamSlot,
} from './submissions/reader-slots.ts'
import { type BackgroundRefreshes, createBackgroundRefreshes } from './snapshots/background-refreshes.ts'

export interface Deps {
  readonly database: Database
  readonly upstream: Upstream
  readonly sealer: Sealer
  readonly countWork: (work: Work) => void
  readonly logger: Logger
  readonly isFrontend: ReturnType<typeof createSecretCheck>
  /** Seconds after which an unused session ends, and after which any session ends. */
  readonly sessionTimes: { readonly idleS: number; readonly maxS: number }
  readonly newSessionsOfUser: TokenBuckets
  /** Limits the tokens that the learning platform refuses; all callers have one bucket. */
  readonly refusedTokens: TokenBuckets
  readonly tokenDigests: TokenDigests
  readonly useSession: UseSession
  readonly freshIdentity: FreshIdentity
  readonly findCourseAccess: FindCourseAccess
  readonly listCourseHeads: ListCourseHeads
  readonly loadCourseSettings: (courseId: number) => Promise<StoredCourseSettings | null>
  readonly loadPublicCourses: LoadPublicCourses
  readonly backgroundRefreshes: BackgroundRefreshes
  readonly templates: Templates
  readonly lineDifference: LineDifference
  readonly renderFeedback: RenderFeedback
  readonly migrationThread: MigrationThread
  /** Limits the contents of submissions that are read at the same time. */
  readonly takeContentSlot: TakeContentSlot
  readonly takeArchiveSlot: TakeSlot
  /** Milliseconds of silence after which one byte of an archive is sent. Tests make it short; `keepAlive` has the default. */
  readonly archiveSilenceMs?: number
  /** Milliseconds after which the reader of an exercise's archive is asked again for session and right. Tests make it short. */
  readonly archiveCheckMs?: number
  readonly takeStreamSlot: TakeStreamSlot
  readonly reportStandingChange: ReturnType<typeof reportStandingChanges<'refresh' | 'reading'>>
  readonly close: () => Promise<void>
}

const newSessionsPerMinute = 20
/** After this number of refused tokens, only tokens with which somebody signed in lately are looked up. */
const refusedTokensPerMinute = 600

export async function createDeps({ config, logger, metrics }: ServiceContext<Config>): Promise<Deps> {
  const database = await createDatabase({
    url: config.DATABASE_URL,
    applicationName: 'frontend-internal',
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
  const secrets = [config.FRONTEND_SECRET, config.FRONTEND_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const sealings = new Counter({
    name: 'session_sealings_total',
    help: 'Tokens sealed by key: a key wears out',
    labelNames: ['key'],
    registers: [metrics],
  })
  const sealer = createSealer({
    purpose: 'session-token',
    keys: config.SESSION_KEYS,
    onSealed: (key) => sealings.inc({ key }),
  })
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
    newSessionsOfUser: createTokenBuckets(
      newSessionsPerMinute,
      `A person may sign in ${newSessionsPerMinute} times a minute.`,
    ),
    refusedTokens: createTokenBuckets(
      refusedTokensPerMinute,
      `The learning platform refused ${refusedTokensPerMinute} tokens within a minute, so that only known ones are accepted now.`,
    ),
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
