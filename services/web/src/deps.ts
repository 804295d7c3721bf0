import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { createTokenBuckets, errorFacts, type ServiceContext, type TokenBuckets } from '@course-grading/http-kit'
import type { Config } from './config.ts'
import type { Assets } from './http/assets.ts'
import { createCallMetrics } from './http/call-metrics.ts'
import { createSessionCookie, type SessionCookie } from './http/session-cookie.ts'
import { type Colourer, createColourer } from './submissions/colouring.ts'

export interface Deps {
  readonly config: Config
  readonly transport: FrontendTransport
  readonly cookie: SessionCookie
  readonly assets: Assets
  readonly colourer: Colourer
  /** Refused sign-ins a minute, by address and by network. */
  readonly refusals: { readonly ofAddress: TokenBuckets; readonly ofNetwork: TokenBuckets }
}

export function createDeps({ config, logger, metrics }: ServiceContext<Config>, assets: Assets): Deps {
  return {
    config,
    transport: createFrontendTransport({
      baseUrl: config.FRONTEND_INTERNAL_URL,
      secret: config.FRONTEND_SECRET,
      onCall: createCallMetrics(metrics),
    }),
    cookie: createSessionCookie(config.PUBLIC_ORIGIN),
    assets,
    colourer: createColourer({ onError: (error) => logger.error('colouring of code failed', errorFacts(error)) }),
    refusals: { ofAddress: createTokenBuckets(20), ofNetwork: createTokenBuckets(200) },
  }
}
