import type { RequestListener } from 'node:http'
import { frontendInternal } from '@course-grading/contracts'
import { createApp, type Equipment, serveOperations } from '@course-grading/http-kit'
import { createAuthenticate } from './access/authenticate.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createHandlers } from './handlers.ts'
import { problems } from './problems.ts'

/** The boundary of the web frontend as one request listener. */
export function createFrontendInternal(deps: Deps, { config, logger, metrics }: Equipment<Config>): RequestListener {
  return createApp({
    logger, metrics, problems,
    operations: Object.keys(frontendInternal.operations),
    routes: serveOperations({
      boundary: frontendInternal,
      handlers: createHandlers(deps),
      authenticate: createAuthenticate(deps),
      checkAnswers: !config.production,
    }),
  })
}
