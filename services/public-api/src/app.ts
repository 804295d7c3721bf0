import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import { recordCommits } from '@course-grading/data/db/commit-record'
import {
  checkReplies,
  createApp,
  type OpenedService,
  type ServiceContext,
  serveOperations,
} from '@course-grading/http-kit'
import type { Config } from './config/config.ts'
import type { Deps } from './deps/deps.ts'
import * as handlers from './handlers.ts'
import { type Caller, createAuthenticate } from './identity/authenticate.ts'
import { createAuthorize, type PublicSubjects } from './access/authorize.ts'
import { problems } from './problems.ts'

export function createPublicApi(
  deps: Deps,
  { config, logger, metrics }: ServiceContext<Config>,
): OpenedService['listener'] {
  const app = createApp({ logger, metrics, problems, operations: Object.keys(publicApi.operations) })
  app.use(
    serveOperations<typeof publicApi, Caller, PublicSubjects, Deps>({
      boundary: publicApi,
      handlers,
      deps,
      authenticate: createAuthenticate({
        knownTokens: deps.knownTokens,
        identities: deps.identities,
        rateLimit: deps.rateLimit,
        refusedTokenLimit: deps.refusedTokenLimit,
        trustedProxyHops: config.TRUSTED_PROXY_HOPS,
        logger,
      }),
      authorize: createAuthorize(deps),
      recordCommits,
      checkReply: checkReplies({ production: config.production, logger, metrics }),
    }),
  )
  return app.callback()
}
