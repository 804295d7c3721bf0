import type { Catcher, Defect } from '../defect.ts'

const cache = 'services/public-api/src/identity/token-identities.ts'
const key = 'const keyOf = (token: string): string => '
const inCache = (test: string): Catcher => ({
  project: 'public-api',
  file: 'services/public-api/src/identity/token-identities.test.ts',
  test: `token identities with a cache of one ${test}`,
})
const limitTests = 'services/public-api/src/identity/refused-token-limit.test.ts'
const inCrowdTest = (test: string): Catcher => ({
  project: 'public-api',
  file: limitTests,
  test: `writes of a known teacher during requests with made-up tokens on 48 connections > all succeed, ${test}`,
})

export const tokenCache: readonly Defect[] = [
  {
    title: 'a write uses the cached identity of its token',
    edits: [
      {
        file: 'services/public-api/src/identity/authenticate.ts',
        old: `operation.method === 'get'`,
        new: `operation.method !== 'post'`,
      },
    ],
    caughtBy: [
      inCache('second > accepts a revoked token for reads until its entry expires, and never for writes'),
      inCache('second > validates the token of a write again'),
    ],
    always: true,
  },
  {
    title: 'the rejection of a token at a write does not affect reads',
    edits: [{ file: cache, old: `'refused' in entry && ttlS > 0`, new: 'ttlS < 0' }],
    caughtBy: [inCache('second > accepts a revoked token for reads until its entry expires, and never for writes')],
  },
  {
    title: 'a rejection is cached as long as an identity',
    edits: [
      {
        file: cache,
        old: `'refused' in entry ? refusalTtlMs : ttlS * 1000`,
        new: `'refused' in entry ? ttlS * 1000 : ttlS * 1000`,
      },
    ],
    caughtBy: [
      {
        project: 'public-api',
        file: 'services/public-api/src/identity/refused-tokens.test.ts',
        test: 'a refused token > is validated again after ten seconds',
      },
    ],
  },
  {
    title: 'a failure of the platform is cached like a rejection',
    edits: [
      {
        file: cache,
        old: `error instanceof UpstreamError && error.code === 'upstream_refused'`,
        new: 'error instanceof UpstreamError',
      },
    ],
    caughtBy: [inCache('second > does not cache a failure of the platform')],
  },
  {
    title: 'the cache is kept under the tokens themselves',
    edits: [{ file: cache, old: key, new: `${key}token || ` }],
    caughtBy: [
      {
        project: 'system',
        file: 'test/system/src/canary-heap.long.test.ts',
        test: 'a token > is in no object of public-api when its requests have ended',
      },
    ],
  },
  {
    title: 'all tokens share one entry of the cache',
    edits: [{ file: cache, old: key, new: `${key}String(token.length) || ` }],
    caughtBy: [inCache('second > does not confuse two tokens')],
  },
  {
    title: 'unknown tokens are validated in the slots of known tokens',
    edits: [
      {
        file: cache,
        old: `knownTokens.has(call.token) ? 'validation' : 'first_validation'`,
        new: `'validation' as const`,
      },
    ],
    caughtBy: [inCrowdTest('with a limit that is not reached')],
  },
  {
    title: 'a refused token is not counted against its client',
    edits: [
      {
        file: 'services/public-api/src/identity/authenticate.ts',
        old: 'settleCharge(isCharged)',
        new: 'settleCharge(false)',
      },
    ],
    caughtBy: [
      {
        project: 'public-api',
        file: limitTests,
        test: 'the limit of refused tokens > rejects further unknown tokens with 429',
      },
    ],
  },
]
