import { readConfig } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config.ts'

const production = {
  NODE_ENV: 'production',
  OPS_PORT: '9081',
  TRUSTED_PROXY_HOPS: '0',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  DATABASE_URL: 'postgres://role:password@127.0.0.1:1/course_grading',
}

describe('the configuration in production', () => {
  it.each([undefined, ...Object.keys(production).filter((name) => name !== 'NODE_ENV')])(
    'requires each variable that has no safe default (without %s)',
    (left) => {
      const read = readConfig(configSchema, { ...production, ...(left !== undefined && { [left]: '' }) })
      expect(read.ok ? [] : read.problems.map(({ variable }) => variable)).toEqual(left === undefined ? [] : [left])
    },
  )
})

describe('the configuration in development', () => {
  it('expects no proxy', () => {
    expect(readConfig(configSchema, {})).toMatchObject({ ok: true, config: { TRUSTED_PROXY_HOPS: 0 } })
  })
})
