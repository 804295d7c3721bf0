import {
  baseUrl,
  developmentSecrets,
  defineConfig,
  explicitProxyHops,
  processRules,
  processVariables,
  secret,
} from '@course-grading/http-kit'
import type { ConfigOf } from '@course-grading/http-kit'

/** The environment of the web frontend. It knows no database and no token of anybody. */
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
    UPSTREAM_BASE_URL: baseUrl({
      about: 'the learning platform, for links to it',
      developmentDefault: 'http://127.0.0.1:8090',
      expects: 'an http or https URL',
      accepts: () => true,
    }),
  },
  rules: [
    ...processRules,
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
