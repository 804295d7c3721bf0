import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { frontendProblems } from '@course-grading/contracts/boundaries/frontend-problems'
import { recordCommits } from '@course-grading/data/db/commit-record'
import {
  checkReplies,
  createApp,
  internalProblemStyle,
  type OpenedService,
  type ProblemStyle,
  type ServiceContext,
  serveOperations,
} from '@course-grading/http-kit'
import { createAuthenticate } from './access/authenticate.ts'
import { createAuthorize } from './access/authorize.ts'
import type { FrontendSubjects } from './access/subjects.ts'
import { endSessionIfRefused } from './access/end-refused-session.ts'
import type { SessionCaller } from './deps/session-caller.ts'
import type { Config } from './config/config.ts'
import { startQueueUpkeep } from './claims/queue-upkeep.ts'
import { watchQueues } from './deps/work-metrics.ts'
import { watchSessions } from './sessions/session-metrics.ts'
import type { Deps } from './deps/deps.ts'
import { startDueReleases } from './grading/due-releases.ts'
import * as handlers from './handlers.ts'
import { startParkedDraftUpkeep } from './retention/parked-draft-upkeep.ts'
import { startPeopleRetention } from './retention/people-retention.ts'
import { startMigrationUpkeep } from './retention/migration-upkeep.ts'
import { startSessionUpkeep } from './retention/session-upkeep.ts'
import { requireSessionKeys } from './sessions/require-session-keys.ts'

/** How many requests of one person are served at a time, and how many others wait, at most how long. */
export const personLimits = { inFlight: 32, waiting: 32, waitMs: 1_000 }

const problems: ProblemStyle = {
  ...internalProblemStyle(frontendProblems, {
    upstream_malformed: 'upstream_unavailable',
    upstream_refused: 'invalid_upstream_token',
    // An operation for which a 403 or 404 of A+ has a meaning maps that error itself.
    upstream_rejected: 'upstream_unavailable',
  }),
  headers: { 401: { 'WWW-Authenticate': 'Bearer' } },
}

function createFrontendInternal(
  deps: Deps,
  { config, logger, metrics }: ServiceContext<Config>,
): OpenedService['listener'] {
  const app = createApp({ logger, metrics, problems, operations: Object.keys(frontendInternal.operations) })
  app.use(
    serveOperations<typeof frontendInternal, SessionCaller, FrontendSubjects, Deps>({
      boundary: frontendInternal,
      handlers,
      deps,
      authenticate: createAuthenticate(deps),
      authorize: createAuthorize(deps),
      recordCommits,
      onFailure: async (error, { caller, requestId }) => {
        if (caller !== null) await endSessionIfRefused(deps, { caller, requestId }, error)
      },
      personLimits,
      checkReply: checkReplies({ production: config.production, logger, metrics }),
    }),
  )
  return app.callback()
}

export async function openFrontendInternal(deps: Deps, context: ServiceContext<Config>): Promise<OpenedService> {
  await requireSessionKeys(deps)
  const jobs = startJobs(deps, context)
  return {
    listener: createFrontendInternal(deps, context),
    readiness: deps.database,
    close: async () => {
      await jobs.stop()
      await deps.close()
    },
  }
}

function startJobs(deps: Deps, { config, metrics }: ServiceContext<Config>): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const shared = { database: deps.database, logger: deps.logger, stopping: stopping.signal }
  const sessions = startSessionUpkeep({ ...shared, idleS: config.SESSION_IDLE_S })
  watchSessions(metrics, sessions)
  const queues = startQueueUpkeep(shared)
  watchQueues(metrics, queues.numbers)
  const people = startPeopleRetention({ ...shared, rosterDays: config.ROSTER_RETENTION_DAYS })
  const drafts = startParkedDraftUpkeep(shared)
  const releases = startDueReleases(shared)
  const migrations = startMigrationUpkeep(shared)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([sessions.ended, queues.ended, people.ended, drafts.ended, releases.ended, migrations.ended])
    },
  }
}
