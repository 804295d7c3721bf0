import type { RequestListener } from 'node:http'
import { manualGrading } from '@course-grading/contracts'
import {
  checkReplies,
  createApp,
  type ServiceContext,
  type OpenedService,
  serveOperations,
} from '@course-grading/http-kit'
import { createAuthenticate } from './authenticate.ts'
import { createAuthorize } from './authorize.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createHandlers } from './handlers.ts'
import { problems } from './problems.ts'

/** The boundary of the isolated grader as one request listener; in a process that only delivers no path is one. */
export function createManualGrading(deps: Deps, { config, logger, metrics }: ServiceContext<Config>): RequestListener {
  if (config.ROLE === 'worker') return createApp({ logger, metrics, problems, operations: [] })
  return createApp({
    logger,
    metrics,
    problems,
    operations: Object.keys(manualGrading.operations),
    routes: serveOperations({
      boundary: manualGrading,
      handlers: createHandlers(deps),
      authenticate: createAuthenticate(deps),
      authorize: createAuthorize(deps),
      checkReply: checkReplies({ production: config.production, logger, metrics }),
    }),
  })
}

/** The service as a process runs it. */
export function openedService(deps: Deps, context: ServiceContext<Config>): OpenedService {
  return {
    listener: createManualGrading(deps, context),
    check: () => deps.database.check(),
    drain: () => deps.drain(),
    close: () => deps.close(),
  }
}
