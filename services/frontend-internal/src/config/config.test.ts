import { readConfig } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config.ts'

describe('TEMPLATE_ORIGINS', () => {
  it('is empty in production by default', () => {
    expect(originsIn(production)).toEqual([])
    expect(originsIn({ ...production, TEMPLATE_ORIGINS: '' })).toEqual([])
  })

  it("is the simulator's origin in development", () => {
    expect(originsIn({})).toEqual([{ origin: 'http://127.0.0.1:8090', cidr: '127.0.0.1/32' }])
  })

  it('is a list of origins, each with or without an address range', () => {
    const TEMPLATE_ORIGINS = 'https://grader.example.org, https://10.1.2.3:8443|10.0.0.0/8'
    expect(originsIn({ ...production, TEMPLATE_ORIGINS })).toEqual([
      { origin: 'https://grader.example.org', cidr: undefined },
      { origin: 'https://10.1.2.3:8443', cidr: '10.0.0.0/8' },
    ])
  })

  it.each([
    'grader.example.org',
    'https://grader.example.org/templates',
    'https://*.example.org',
    'https://grader.example.org|10.0.0.0/33',
    'https://grader.example.org,none',
  ])('refuses %s', (TEMPLATE_ORIGINS) => {
    expect(originsIn({ ...production, TEMPLATE_ORIGINS })).toEqual([
      'TEMPLATE_ORIGINS must be origin[|CIDR], comma-separated, an origin without a final slash',
    ])
  })

  it('rejects plain HTTP in production, unless a variable allows it', () => {
    const plain = { ...production, TEMPLATE_ORIGINS: 'https://a.example.org,http://grader.example.org' }
    expect(originsIn(plain)).toEqual(['TEMPLATE_ORIGINS must be https in production, unless UPSTREAM_ALLOW_HTTP is 1'])
    expect(originsIn({ ...plain, UPSTREAM_ALLOW_HTTP: '1' })).toEqual([
      { origin: 'https://a.example.org', cidr: undefined },
      { origin: 'http://grader.example.org', cidr: undefined },
    ])
  })
})

describe('sessions and retention', () => {
  it.each([
    ['SESSION_IDLE_S', '43201', 'must not be more than SESSION_MAX_S'],
    ['SESSION_IDLE_S', '59', 'must be an integer from 60 to 604800'],
    ['SESSION_MAX_S', '2592001', 'must be an integer from 60 to 2592000'],
    ['ROSTER_RETENTION_DAYS', '0', 'must be an integer from 1 to 3650'],
    ['FRONTEND_SECRET_PREVIOUS', 'too-short', 'must not be a default or a placeholder in production'],
  ])('refuse %s=%s: it %s', (variable, value, problem) => {
    const read = readConfig(configSchema, { ...production, [variable]: value })
    expect(read).toMatchObject({ ok: false, problems: [{ variable, problem }] })
  })
})

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64')

const production: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  DATABASE_URL: 'postgres://role:password@127.0.0.1:1/course_grading',
  FRONTEND_SECRET: 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk',
  SESSION_KEYS: `k1:${key}`,
}

/** TEMPLATE_ORIGINS as it is read, or how the start of the service would name what is wrong. */
const originsIn = (env: Readonly<Record<string, string>>): unknown => {
  const read = readConfig(configSchema, env)
  return read.ok ? read.config.TEMPLATE_ORIGINS : read.problems.map(({ variable, problem }) => `${variable} ${problem}`)
}
