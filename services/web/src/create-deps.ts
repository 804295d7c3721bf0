import { createFrontendTransport } from '@course-grading/frontend-transport'
import { errorFacts, type ServiceContext } from '@course-grading/http-kit'
import { createLineDifference } from '@course-grading/submission-content'
import type { Config } from './config/config.ts'
import type { Assets } from './deps/assets.ts'
import { createCallMetrics } from './deps/call-metrics.ts'
import { createKnownSessions } from './deps/known-sessions.ts'
import { shareTransport } from './deps/shared-transport.ts'
import { createSessionCookie } from './deps/session-cookie.ts'
import { createSignInLimits } from './deps/sign-in-limits.ts'
import { createColourer } from './colouring/colouring.ts'
import type { Deps } from './deps/deps.ts'

export function createDeps({ config, logger, metrics }: ServiceContext<Config>, assets: Assets): Deps {
  const transport = createFrontendTransport({
    baseUrl: config.FRONTEND_INTERNAL_URL,
    secret: config.FRONTEND_SECRET,
    onCall: createCallMetrics(metrics),
  })
  const sessions = createKnownSessions()
  return {
    config,
    logger,
    transport: shareTransport(transport, sessions),
    sessions,
    cookie: createSessionCookie(config.PUBLIC_ORIGIN),
    assets,
    colourer: createColourer({ onError: (error) => logger.error('colouring of code failed', errorFacts(error)) }),
    lineDifference: createLineDifference({
      onError: (error) => logger.error('comparison of attempts failed', errorFacts(error)),
    }),
    signIns: createSignInLimits(config),
  }
}
