import { createKeyedSemaphore } from '@course-grading/concurrency'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import { clientAddress, clientHost, clientNetwork, createTokenBuckets, HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Config } from '../config/config.ts'

const [ofOneAddress, ofOneNetwork] = [20, 200]
/** Sign-ins of one address that are under way together; a campus may come from one. Further ones wait. */
const together = 64
const waitMs = 5_000

type Asked = Pick<RouterContext, 'req'>

export interface SignInLimits {
  /** Calls `ask`. An attempt counts once its token is refused, so that right ones stop nobody. @throws HttpError rate_limited, overloaded */
  readonly byToken: <Reply>(ctx: Asked, ask: () => Promise<Reply>) => Promise<Reply>
  /** Counts a launch that nobody signed, apart from tokens: any other site can make a browser send some. @throws HttpError rate_limited */
  readonly unsigned: (ctx: Asked) => void
}

export const isRefusedToken = (error: unknown): boolean =>
  error instanceof FrontendTransportError && error.code === 'invalid_upstream_token'

export function createSignInLimits({ TRUSTED_PROXY_HOPS }: Config): SignInLimits {
  const hostOf = ({ req }: Asked): string => clientHost(clientAddress(req, TRUSTED_PROXY_HOPS))
  const underWay = createKeyedSemaphore<string>({ slots: together })
  const createRefusals = () => {
    const ofAddress = createTokenBuckets(ofOneAddress)
    const ofNetwork = createTokenBuckets(ofOneNetwork)
    return (ctx: Asked): (() => void) => {
      const network = clientNetwork(clientAddress(ctx.req, TRUSTED_PROXY_HOPS))
      const charges = [ofAddress.requireToken(hostOf(ctx)), ofNetwork.requireToken(network)]
      return () => {
        for (const charge of charges) charge()
      }
    }
  }
  const [ofTokens, ofLaunches] = [createRefusals(), createRefusals()]
  return {
    async byToken(ctx, ask) {
      const host = hostOf(ctx)
      if ((await underWay.acquire(host, { waitMs })) !== 'acquired')
        throw new HttpError('overloaded', { retryAfterS: 1 })
      try {
        const count = ofTokens(ctx)
        return await ask().catch((error: unknown) => {
          if (isRefusedToken(error)) count()
          throw error
        })
      } finally {
        underWay.release(host)
      }
    },
    unsigned: (ctx) => ofLaunches(ctx)(),
  }
}
