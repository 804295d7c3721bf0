import { readConfig } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config.ts'

describe('the configuration in production', () => {
  it.each<[variable: string, wrong: Environment]>([
    ['OPS_PORT', { OPS_PORT: '' }],
    ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '' }],
    ['UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'ftp://plus.example' }],
    ['FRONTEND_INTERNAL_URL', { FRONTEND_INTERNAL_URL: 'http://frontend.example/internal' }],
    ['FRONTEND_SECRET', { FRONTEND_SECRET: 'dev-frontend-secret-0000000000000000' }],
    ['TIME_ZONE', { TIME_ZONE: '' }],
    ['TIME_ZONE', { TIME_ZONE: 'Europe/Nowhere' }],
    ['TIME_ZONE', { TIME_ZONE: '+02:00' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://grading.example.org' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'HTTP://https.example.org' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://grading.example.org/pages' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://grading.example.org@evil.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://grading.example.org?https://evil.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://grading.example.org,https://evil.example' }],
    ['LTI_KEY', { LTI_KEY: 'a key with blanks' }],
    ['LTI_KEY', { LTI_KEY: '' }],
    ['LTI_KEY', { LTI_SECRET: '' }],
    ['LTI_SECRET', { LTI_SECRET: 'less-than-32-bytes' }],
    ['LTI_SECRET_PREVIOUS', { LTI_KEY: '', LTI_SECRET: '', LTI_SECRET_PREVIOUS: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0b' }],
    ['LTI_SECRET_PREVIOUS', { LTI_SECRET_PREVIOUS: production['LTI_SECRET'] }],
  ])('is refused for its %s: %j', (variable, wrong) => {
    expect(variablesRefused({ ...production, ...wrong })).toEqual([variable])
  })

  it('is accepted with and without launches', () => {
    expect(variablesRefused(production)).toEqual([])
    expect(variablesRefused({ ...production, LTI_KEY: '', LTI_SECRET: '' })).toEqual([])
  })
})

type Environment = Readonly<Record<string, string | undefined>>

const production: Environment = {
  NODE_ENV: 'production',
  OPS_PORT: '9080',
  TRUSTED_PROXY_HOPS: '1',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  FRONTEND_INTERNAL_URL: 'http://frontend-internal.example:8082',
  FRONTEND_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a',
  PUBLIC_ORIGIN: 'https://grading.example.org',
  TIME_ZONE: 'Europe/Helsinki',
  LTI_KEY: 'key-of-launches',
  LTI_SECRET: 'vT1nB6yC3wH9rL5fD0aG8sJ2mKpQ4xZ7',
}

function variablesRefused(env: Environment): string[] {
  const read = readConfig(configSchema, env)
  return read.ok ? [] : read.problems.map(({ variable }) => variable)
}
