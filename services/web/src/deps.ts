import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { errorFacts, type Logger, type ServiceContext } from '@course-grading/http-kit'
import type { Config } from './config.ts'
import type { Assets } from './http/assets.ts'
import { createCallMetrics } from './http/call-metrics.ts'
import { createSessionCookie, type SessionCookie } from './http/session-cookie.ts'
import { createRefusals, type Refusals } from './sessions/refused-sign-ins.ts'
import { type Colourer, createColourer } from './submissions/colouring.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly transport: FrontendTransport
  readonly cookie: SessionCookie
  readonly assets: Assets
  readonly colourer: Colourer
  readonly refusals: Refusals
}

export function createDeps({ config, logger, metrics }: ServiceContext<Config>, assets: Assets): Deps {
  return {
    config,
    logger,
    transport: createFrontendTransport({
      baseUrl: config.FRONTEND_INTERNAL_URL,
      secret: config.FRONTEND_SECRET,
      onCall: createCallMetrics(metrics),
    }),
    cookie: createSessionCookie(config.PUBLIC_ORIGIN),
    assets,
    colourer: createColourer({ onError: (error) => logger.error('colouring of code failed', errorFacts(error)) }),
    refusals: createRefusals(),
  }
}
