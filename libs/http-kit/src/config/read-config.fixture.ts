import { choice, flag, integer, keyRing, list, optional, secret } from './config-variable.ts'
import { defineConfig, readConfig, type Environment } from './read-config.ts'
import {
  databaseRules,
  databaseVariables,
  processRules,
  processVariables,
  upstreamRules,
  upstreamVariables,
} from './shared-variables.ts'

export const definition = defineConfig({
  service: 'some-service',
  variables: {
    ...processVariables({ port: 8081, shutdownGraceS: 15 }),
    ...databaseVariables({ role: 'some_service' }),
    ...upstreamVariables,
    SOME_SECRET: secret({ about: 'a secret', developmentDefault: 'dev-some-secret-00000000000000000000' }),
    SOME_SECRET_PREVIOUS: optional(secret({ about: 'the one before' })),
    SOME_KEYS: keyRing({
      about: 'keys',
      developmentDefault: `dev:${Buffer.from('development-key-0123456789abcdef').toString('base64')}`,
    }),
    ORIGINS: list({ about: 'origins', default: '', expects: 'origins', entry: originOf }),
    MODE: choice({ about: 'a choice', default: 'one', words: ['one', 'two'] }),
    FLAG: flag({ about: 'a flag', default: '0' }),
    SHORT_S: integer({ about: 'inner', default: 5, min: 1, max: 100 }),
    LONG_S: integer({ about: 'outer', default: 10, min: 1, max: 100 }),
  },
  rules: [
    ...processRules,
    ...databaseRules({
      isReadableDatabaseUrl: (url) => !url.includes('%%'),
      readableDatabaseUrl: 'readable',
      isExposedDatabase: (url) => url.includes('db.example'),
    }),
    ...upstreamRules,
    {
      variables: ['SHORT_S', 'LONG_S'],
      problem: 'must be less than LONG_S',
      broken: ({ SHORT_S, LONG_S }) => SHORT_S >= LONG_S,
    },
  ],
})

export function problemsOf(env: Environment, switches: readonly string[] = []): string[] {
  const result = readConfig(definition, env, switches)
  return result.ok ? [] : result.problems.map(({ variable, problem }) => `${variable} ${problem}`)
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.pathname === '/' ? url.origin : undefined
}
