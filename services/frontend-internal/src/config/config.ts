import * as databaseUrl from '@course-grading/data/db/database-url'
import {
  databaseRules,
  databaseVariables,
  defineConfig,
  developmentSecrets,
  integer,
  keyRing,
  list,
  optional,
  processRules,
  processVariables,
  secret,
  upstreamRules,
  upstreamVariables,
} from '@course-grading/http-kit'
import type { ConfigOf } from '@course-grading/http-kit'
import { parseAllowedOrigin } from '@course-grading/outbound'

export const configSchema = defineConfig({
  service: 'frontend-internal',
  variables: {
    ...processVariables({ port: 8082, shutdownGraceS: 15 }),
    ...databaseVariables({ role: 'frontend_internal' }),
    ...upstreamVariables,
    FRONTEND_SECRET: secret({
      about: 'what the web frontend sends in X-Service-Frontend-Secret',
      developmentDefault: developmentSecrets.frontendSecret,
    }),
    FRONTEND_SECRET_PREVIOUS: optional(secret({ about: 'the secret before, valid too while rotating' })),
    SESSION_KEYS: keyRing({
      about: 'keys that seal upstream tokens',
      developmentDefault: developmentSecrets.sessionKeys,
    }),
    SESSION_IDLE_S: integer({ about: 'seconds until an unused session ends', default: 7200, min: 60, max: 604_800 }),
    SESSION_MAX_S: integer({ about: 'seconds until any session ends', default: 43_200, min: 60, max: 2_592_000 }),
    ROSTER_RETENTION_DAYS: integer({
      about: 'days after the last refresh of a course that ended, until its roster is erased',
      default: 365,
      min: 1,
      max: 3650,
    }),
    TEMPLATE_ORIGINS: list({
      about:
        'from where templates of exercises may be read: origin[|CIDR], comma-separated; without it no submission is compared with one',
      default: '',
      developmentDefault: 'http://127.0.0.1:8090|127.0.0.1/32',
      expects: 'origin[|CIDR], comma-separated, an origin without a final slash',
      entry: parseAllowedOrigin,
    }),
  },
  rules: [
    ...processRules,
    ...databaseRules(databaseUrl),
    ...upstreamRules,
    {
      variables: ['TEMPLATE_ORIGINS', 'UPSTREAM_ALLOW_HTTP'],
      problem: 'must be https in production, unless UPSTREAM_ALLOW_HTTP is 1',
      broken: ({ production, TEMPLATE_ORIGINS, UPSTREAM_ALLOW_HTTP }) =>
        production && !UPSTREAM_ALLOW_HTTP && TEMPLATE_ORIGINS.some(({ origin }) => origin.startsWith('http:')),
    },
    {
      variables: ['SESSION_IDLE_S', 'SESSION_MAX_S'],
      problem: 'must not be more than SESSION_MAX_S',
      broken: ({ SESSION_IDLE_S, SESSION_MAX_S }) => SESSION_IDLE_S > SESSION_MAX_S,
    },
  ],
})

export type Config = ConfigOf<typeof configSchema>
