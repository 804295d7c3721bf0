import type { RequestListener } from 'node:http'
import { frontendInternal } from '@course-grading/contracts'
import { checkReplies, createApp, type ServiceContext, serveOperations } from '@course-grading/http-kit'
import { createAuthenticate } from './access/authenticate.ts'
import { createAuthorize, type FrontendAccess } from './access/authorize.ts'
import { endSessionIfRefused } from './access/end-refused-session.ts'
import type { SessionCaller } from './access/session-caller.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createHandlers } from './handlers.ts'
import { problems } from './problems.ts'

/** The boundary of the web frontend as one request listener. */
export function createFrontendInternal(
  deps: Deps,
  { config, logger, metrics }: ServiceContext<Config>,
): RequestListener {
  return createApp({
    logger,
    metrics,
    problems,
    operations: Object.keys(frontendInternal.operations),
    routes: serveOperations<typeof frontendInternal, SessionCaller, FrontendAccess>({
      boundary: frontendInternal,
      handlers: createHandlers(deps),
      authenticate: createAuthenticate(deps),
      authorize: createAuthorize(deps),
      onFailure: async (error, { caller, requestId }) => {
        if (caller !== null) await endSessionIfRefused(deps, { caller, requestId }, error)
      },
      checkReply: checkReplies({ production: config.production, logger, metrics }),
    }),
  })
}
