import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { manualGradingProblems } from '@course-grading/contracts/boundaries/manual-grading-problems'
import { recordCommits } from '@course-grading/data/db/commit-record'
import {
  type Authentication,
  checkReplies,
  createApp,
  HttpError,
  internalProblemStyle,
  type OpenedService,
  type ProblemStyle,
  serveOperations,
  type ServiceContext,
} from '@course-grading/http-kit'
import { createAuthorize } from './access/authorize.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps/deps.ts'
import * as handlers from './handlers.ts'
import type { RunningDeliveries } from './start-deliveries.ts'

const problems: ProblemStyle = internalProblemStyle(manualGradingProblems)

/** In a process that only delivers, the isolated grader's boundary has no operation. */
function createManualGrading(
  deps: Deps,
  { config, logger, metrics }: ServiceContext<Config>,
): OpenedService['listener'] {
  if (config.ROLE === 'worker') return createApp({ logger, metrics, problems, operations: [] }).callback()
  const app = createApp({ logger, metrics, problems, operations: Object.keys(manualGrading.operations) })
  app.use(
    serveOperations({
      boundary: manualGrading,
      handlers,
      deps,
      authenticate: createAuthenticate(deps),
      authorize: createAuthorize(deps),
      recordCommits,
      checkReply: checkReplies({ production: config.production, logger, metrics }),
    }),
  )
  return app.callback()
}

/** Checks the service secret before anything else of a request is read. The secret names no person. */
function createAuthenticate({ isGrader, logger }: Pick<Deps, 'isGrader' | 'logger'>) {
  return async ({ message, requestId }: Authentication): Promise<null> => {
    if (isGrader(message)) return null
    logger.warn('manual-grading secret refused', { event: 'manual_grading_secret_refused', requestId })
    throw new HttpError('invalid_manual_grading_secret')
  }
}

/** `deliveries` is null if this process only serves requests. */
export function openedService(
  deps: Deps,
  context: ServiceContext<Config>,
  deliveries: RunningDeliveries | null,
): OpenedService {
  return {
    listener: createManualGrading(deps, context),
    readiness: deps.database,
    drain: () => deliveries?.drain(),
    close: async () => {
      await deliveries?.stop()
      await deps.close()
    },
  }
}
