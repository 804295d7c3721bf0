import * as databaseUrl from '@course-grading/data/db/database-url'
import {
  choice,
  databaseRules,
  databaseVariables,
  defineConfig,
  developmentSecrets,
  integer,
  isLoopback,
  keyRing,
  list,
  optional,
  processRules,
  processVariables,
  renamed,
  secret,
  upstreamVariables,
} from '@course-grading/http-kit'
import type { ConfigOf } from '@course-grading/http-kit'
import { parseCallbackAllowance } from './callback-allowed.ts'
import { deliveryRules } from './delivery-rules.ts'

const timeLimit = (about: string, defaultMs: number) => integer({ about, default: defaultMs, min: 100, max: 300_000 })
const period = (about: string, defaultS: number) => integer({ about, default: defaultS, min: 1, max: 3600 })

export const configSchema = defineConfig({
  service: 'manual-grading',
  variables: {
    ...processVariables({ port: 8083, shutdownGraceS: 60 }),
    ...databaseVariables({ role: 'manual_grading' }),
    UPSTREAM_ALLOW_HTTP: upstreamVariables.UPSTREAM_ALLOW_HTTP,
    MANUAL_GRADING_SECRET: secret({
      about: 'what the grader sends in X-Service-Manual-Grading-Secret',
      developmentDefault: developmentSecrets.manualGradingSecret,
    }),
    MANUAL_GRADING_SECRET_PREVIOUS: optional(secret({ about: 'the secret before, valid too while rotating' })),
    CAPABILITY_KEYS: keyRing({
      about: 'keys that seal capabilities',
      developmentDefault: developmentSecrets.capabilityKeys,
    }),
    CAPABILITY_TTL_DAYS: integer({ about: 'days until an unused capability expires', default: 180, min: 1, max: 3650 }),
    CALLBACK_ALLOWED: list({
      about: 'where grades may be sent: URL pattern[|CIDR], comma-separated',
      developmentDefault: 'http://127.0.0.1:8090/api/v2/submissions/*/grader|127.0.0.1/32',
      expects: 'URL pattern[|CIDR], comma-separated',
      entry: parseCallbackAllowance,
    }),
    CALLBACK_CONNECT_TIMEOUT_MS: timeLimit('limit of connecting for a callback, in milliseconds', 5000),
    CALLBACK_VERIFICATION_TIMEOUT_MS: renamed(
      timeLimit('limit of the verification before a grade is sent, in milliseconds', 30_000),
      'CALLBACK_LOOK_TIMEOUT_MS',
    ),
    CALLBACK_HEADERS_TIMEOUT_MS: timeLimit('limit until the reply to a grade begins, in milliseconds', 45_000),
    CALLBACK_TOTAL_TIMEOUT_MS: timeLimit('limit of the whole send, in milliseconds', 50_000),
    DELIVERY_LEASE_S: period('seconds a delivery is leased before its send', 60),
    DELIVERY_OPEN_LEASE_S: period('seconds a send may be open', 65),
    DELIVERY_REAPER_S: period('seconds between runs of the reaper, which ends expired leases', 15),
    DELIVERY_SETTLE_S: period('seconds after which an open send can no longer be in flight', 180),
    DELIVERY_REGISTRATION_SETTLE_S: integer({
      about: 'seconds after a registration in which nothing is sent',
      default: 60,
      developmentDefault: 1,
      min: 0,
      max: 3600,
    }),
    DELIVERY_CONCURRENCY: integer({ about: 'deliveries at one time', default: 8, min: 1, max: 100 }),
    ROLE: choice({ about: 'what this process does', default: 'all', words: ['all', 'api', 'worker'] }),
    FIXTURE_TOOLING: choice({
      about: 'operations for fixtures',
      default: 'disabled',
      developmentDefault: 'enabled',
      words: ['disabled', 'enabled'],
    }),
  },
  rules: [
    ...processRules,
    ...databaseRules(databaseUrl),
    ...deliveryRules,
    {
      variables: ['FIXTURE_TOOLING', 'HOST'],
      problem: 'must be disabled where HOST is not a loopback address',
      broken: ({ FIXTURE_TOOLING, HOST }) => FIXTURE_TOOLING === 'enabled' && !isLoopback(HOST),
    },
  ],
})

export type Config = ConfigOf<typeof configSchema>
