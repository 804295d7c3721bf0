import { readConfig } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config.ts'

describe('the limit of the verification before a grade is sent', () => {
  it('may still be set by its former name', () => {
    const read = readConfig(configSchema, { CALLBACK_LOOK_TIMEOUT_MS: '20000' })
    expect(read).toMatchObject({ ok: true, config: { CALLBACK_VERIFICATION_TIMEOUT_MS: 20_000 } })
  })

  it('is not set by both names', () => {
    expect(problemsOf({ CALLBACK_LOOK_TIMEOUT_MS: '1', CALLBACK_VERIFICATION_TIMEOUT_MS: '1' })).toEqual([
      'CALLBACK_VERIFICATION_TIMEOUT_MS is set twice: by itself and by CALLBACK_LOOK_TIMEOUT_MS',
    ])
  })
})

describe('the order of the limits of a delivery', () => {
  /** `least` is the smallest value of the variable that breaks a rule in this environment. With one less, no rule is broken. */
  it.each<[problem: string, env: Env, variable: string, least: number]>([
    [
      'CALLBACK_CONNECT_TIMEOUT_MS must be less than CALLBACK_VERIFICATION_TIMEOUT_MS',
      { CALLBACK_VERIFICATION_TIMEOUT_MS: '7000' },
      'CALLBACK_CONNECT_TIMEOUT_MS',
      7_000,
    ],
    [
      'CALLBACK_CONNECT_TIMEOUT_MS must be less than CALLBACK_HEADERS_TIMEOUT_MS',
      { CALLBACK_HEADERS_TIMEOUT_MS: '7000' },
      'CALLBACK_CONNECT_TIMEOUT_MS',
      7_000,
    ],
    [
      'CALLBACK_HEADERS_TIMEOUT_MS must be less than CALLBACK_TOTAL_TIMEOUT_MS',
      {},
      'CALLBACK_HEADERS_TIMEOUT_MS',
      50_000,
    ],
    [
      'CALLBACK_VERIFICATION_TIMEOUT_MS must, together with CALLBACK_CONNECT_TIMEOUT_MS and 2000 ms, be less than DELIVERY_LEASE_S',
      {},
      'CALLBACK_VERIFICATION_TIMEOUT_MS',
      53_000,
    ],
    [
      'CALLBACK_TOTAL_TIMEOUT_MS must, together with 2000 ms, be less than DELIVERY_OPEN_LEASE_S',
      { SHUTDOWN_GRACE_S: '100' },
      'CALLBACK_TOTAL_TIMEOUT_MS',
      63_000,
    ],
    [
      'CALLBACK_TOTAL_TIMEOUT_MS must, together with 1000 ms, be less than SHUTDOWN_GRACE_S',
      {},
      'CALLBACK_TOTAL_TIMEOUT_MS',
      59_000,
    ],
    ['DELIVERY_OPEN_LEASE_S must be less than DELIVERY_SETTLE_S', {}, 'DELIVERY_OPEN_LEASE_S', 180],
  ])('%s', (problem, env, variable, least) => {
    expect(problemsOf({ ...env, [variable]: String(least) })).toEqual([problem])
    expect(problemsOf({ ...env, [variable]: String(least - 1) })).toEqual([])
  })
})

describe('the configuration in production', () => {
  it('is accepted with the required variables', () => {
    expect(problemsOf(production)).toEqual([])
  })

  it.each([
    ['DELIVERY_LEASE_S', 60],
    ['DELIVERY_OPEN_LEASE_S', 65],
    ['DELIVERY_REAPER_S', 15],
    ['DELIVERY_SETTLE_S', 180],
    ['DELIVERY_REGISTRATION_SETTLE_S', 60],
  ])('is rejected with a %s below %i, and accepted in development', (variable, least) => {
    const below = { [variable]: String(least - 1) }
    expect(problemsOf({ ...production, ...below })).toEqual([`${variable} must be at least ${least} in production`])
    expect(problemsOf({ ...production, [variable]: String(least) })).toEqual([])
    expect(problemsOf(below)).toEqual([])
  })

  it('is rejected with grades over plain HTTP, unless a variable allows them', () => {
    const plain = {
      ...production,
      CALLBACK_ALLOWED: `${production['CALLBACK_ALLOWED']},http://plus.example.org/api/v2/submissions/*/grader`,
    }
    expect(problemsOf(plain)).toEqual(['CALLBACK_ALLOWED must be https in production, unless UPSTREAM_ALLOW_HTTP is 1'])
    expect(problemsOf({ ...plain, UPSTREAM_ALLOW_HTTP: '1' })).toEqual([])
  })

  it.each([
    ['the same as the secret', secret, 'must differ'],
    ['too short', 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0', 'at least 32 bytes'],
  ])('is rejected with a MANUAL_GRADING_SECRET_PREVIOUS that is %s', (_which, previous, problem) => {
    expect(problemsOf({ ...production, MANUAL_GRADING_SECRET_PREVIOUS: previous })).toEqual([
      expect.stringContaining(problem),
    ])
    expect(problemsOf({ ...production, MANUAL_GRADING_SECRET_PREVIOUS: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a' })).toEqual(
      [],
    )
  })
})

describe('the tooling for fixtures', () => {
  const exposed = { HOST: '0.0.0.0', MANUAL_GRADING_SECRET: secret, CAPABILITY_KEYS: `k1:${key}` }
  const problem = 'FIXTURE_TOOLING must be disabled where HOST is not a loopback address'

  it.each<[string, Env, string[]]>([
    ['by default in development', exposed, [problem]],
    ['if it is enabled in production', { ...production, HOST: '0.0.0.0', FIXTURE_TOOLING: 'enabled' }, [problem]],
    ['never if it is disabled', { ...exposed, FIXTURE_TOOLING: 'disabled' }, []],
    ['never on this machine alone', { FIXTURE_TOOLING: 'enabled' }, []],
  ])('is refused where others can reach the service: %s', (_when, env, problems) => {
    expect(problemsOf(env)).toEqual(problems)
  })
})

describe('a number out of its range', () => {
  it.each([
    ['CAPABILITY_TTL_DAYS', 1, 3650],
    ['DELIVERY_CONCURRENCY', 1, 100],
    ['CALLBACK_CONNECT_TIMEOUT_MS', 100, undefined],
    ['DELIVERY_REAPER_S', 1, 3600],
  ])('%s', (variable, least, most) => {
    const problem = [expect.stringMatching(new RegExp(`^${variable} `))]
    for (const wrong of [
      String(least - 1),
      ...(most === undefined ? [] : [String(most + 1)]),
      '-1',
      '1.5',
      '1e1',
      'x',
    ]) {
      expect([wrong, problemsOf({ [variable]: wrong })]).toEqual([wrong, problem])
    }
    for (const right of [least, ...(most === undefined ? [] : [most])])
      expect(problemsOf({ [variable]: String(right) })).toEqual([])
  })
})

type Env = Readonly<Record<string, string>>

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64')
const secret = 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk'
const production: Env = {
  NODE_ENV: 'production',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  DATABASE_URL: 'postgres://role:password@127.0.0.1:1/course_grading',
  MANUAL_GRADING_SECRET: secret,
  CAPABILITY_KEYS: `k1:${key}`,
  CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
}

/** The problems that the service would print at its start. */
const problemsOf = (env: Env): string[] => {
  const read = readConfig(configSchema, env)
  return read.ok ? [] : read.problems.map(({ variable, problem }) => `${variable} ${problem}`)
}
