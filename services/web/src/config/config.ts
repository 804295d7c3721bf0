import { isTimeZone } from '@course-grading/domain/localisation/is-time-zone'
import {
  baseUrl,
  developmentSecrets,
  defineConfig,
  explicitProxyHops,
  optional,
  processRules,
  processVariables,
  secret,
  text,
} from '@course-grading/http-kit'
import type { ConfigOf } from '@course-grading/http-kit'

/** The environment has neither a database nor a token of anybody. */
export const configSchema = defineConfig({
  service: 'web',
  variables: {
    ...processVariables({ port: 8080, shutdownGraceS: 15 }),
    ...explicitProxyHops,
    FRONTEND_INTERNAL_URL: baseUrl({
      about: 'where frontend-internal is',
      developmentDefault: 'http://127.0.0.1:8082',
      expects: 'an http or https URL without path',
      accepts: ({ pathname }) => pathname === '/',
    }),
    FRONTEND_SECRET: secret({
      about: 'what the web frontend sends in X-Service-Frontend-Secret',
      developmentDefault: developmentSecrets.frontendSecret,
    }),
    PUBLIC_ORIGIN: baseUrl({
      about: 'the address by which people reach the pages',
      developmentDefault: 'http://127.0.0.1:8080',
      expects: 'an http or https origin',
      accepts: ({ pathname }) => pathname === '/',
    }),
    TIME_ZONE: text({
      about: "the zone of the times on pages, unless a person has chosen one: the learning platform's own",
      developmentDefault: 'UTC',
      pattern: '^[\\x21-\\x7e]{1,64}$',
      expects: 'the IANA name of a time zone, such as Europe/Helsinki',
      accepts: isTimeZone,
    }),
    UPSTREAM_BASE_URL: baseUrl({
      about: 'the learning platform, for links to it',
      developmentDefault: 'http://127.0.0.1:8090',
      expects: 'an http or https URL',
      accepts: () => true,
    }),
    LTI_KEY: optional(
      text({
        about: 'the key with which the learning platform launches courses; without it there are no launches',
        pattern: '^[\\x21-\\x7e]{1,128}$',
        expects: 'visible ASCII',
      }),
    ),
    LTI_SECRET: optional(secret({ about: 'what the learning platform signs launches with' })),
    LTI_SECRET_PREVIOUS: optional(secret({ about: 'the secret before, valid too while rotating' })),
  },
  rules: [
    ...processRules,
    {
      variables: ['LTI_KEY', 'LTI_SECRET'],
      problem: 'must be given together with LTI_SECRET',
      broken: ({ LTI_KEY, LTI_SECRET }) => (LTI_KEY === undefined) !== (LTI_SECRET === undefined),
    },
    {
      variables: ['LTI_SECRET_PREVIOUS', 'LTI_SECRET'],
      problem: 'must not be given without LTI_SECRET',
      broken: ({ LTI_SECRET, LTI_SECRET_PREVIOUS }) => LTI_SECRET === undefined && LTI_SECRET_PREVIOUS !== undefined,
    },
    {
      variables: ['PUBLIC_ORIGIN'],
      problem: 'must be https in production: the session is a cookie',
      broken: ({ production, PUBLIC_ORIGIN }) => production && !PUBLIC_ORIGIN.startsWith('https:'),
    },
    {
      variables: ['OPS_PORT'],
      problem: 'is required in production: health and metrics are not for the internet',
      broken: ({ production, OPS_PORT }) => production && OPS_PORT === undefined,
    },
  ],
})

export type Config = ConfigOf<typeof configSchema>
