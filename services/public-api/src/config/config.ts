import * as databaseUrl from '@course-grading/data/db/database-url'
import {
  databaseRules,
  databaseVariables,
  defineConfig,
  explicitProxyHops,
  integer,
  processRules,
  processVariables,
  upstreamRules,
  upstreamVariables,
} from '@course-grading/http-kit'
import type { ConfigOf } from '@course-grading/http-kit'

/** public-api knows no secret but the password of its database role. */
export const configSchema = defineConfig({
  service: 'public-api',
  variables: {
    ...processVariables({ port: 8081, shutdownGraceS: 15 }),
    ...explicitProxyHops,
    ...databaseVariables({ role: 'public_api' }),
    ...upstreamVariables,
    TOKEN_CACHE_TTL_S: integer({
      about: 'seconds that a read may use who a token belonged to; 0 turns it off',
      default: 60,
      min: 0,
      max: 3600,
    }),
    RATE_LIMIT_PER_MINUTE: integer({
      about: 'requests a minute per token and per client address; 0 turns it off',
      default: 0,
      min: 0,
      max: 1_000_000,
    }),
    REFUSED_TOKENS_PER_MINUTE: integer({
      about:
        'requests a minute per client network (IPv4 /24, IPv6 /48) with tokens that were refused, or are not known good within 12 hours; ten times as many for all networks together',
      default: 60,
      min: 1,
      max: 1_000_000,
    }),
  },
  rules: [
    ...processRules,
    ...databaseRules(databaseUrl),
    ...upstreamRules,
    {
      variables: ['OPS_PORT'],
      problem: 'is required in production: health and metrics are not for the internet',
      broken: ({ production, OPS_PORT }) => production && OPS_PORT === undefined,
    },
  ],
})

export type Config = ConfigOf<typeof configSchema>
