import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from '@course-grading/test-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { ofWeb, refusedByWeb, wrongWordsOfWeb } from './refused-by-web.ts'

describe('a service with a wrong configuration', { timeout: 600_000 }, () => {
  it.concurrent.each(cases)('%s names %s, exits 78, and shows no value', async (service, variable, spoiled) => {
    await expectProblem(service, [variable], spoiled)
  })

  it.concurrent.each(severalFaults)('%s reports all at once: %s', async (service, _what, spoiled) => {
    await expectProblem(
      service,
      Object.keys(spoiled).filter((name) => spoiled[name] !== ''),
      spoiled,
    )
  })
})

describe('the cases', () => {
  it.each(Object.keys(accepted))('of %s cover every variable of the service', (service) => {
    const named = new Set([
      ...cases.filter(([of]) => of === service).map(([, variable]) => variable),
      ...severalFaults.filter(([of]) => of === service).flatMap(([, , spoiled]) => Object.keys(spoiled)),
    ])
    const wanted = variablesOf(service).flatMap((name) =>
      name.endsWith('_FILE') ? [name, name.slice(0, -'_FILE'.length)] : [name],
    )
    expect(wanted.length).toBeGreaterThan(12)
    expect(wanted.filter((name) => !named.has(name))).toEqual([])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'refused-configuration-'))
afterAll(() => rmSync(folder, { recursive: true }))
const key = (seed: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 11) % 251)).toString('base64')
const withoutDatabase: Env = {
  NODE_ENV: 'production',
  OPS_PORT: '0',
  TRUSTED_PROXY_HOPS: '1',
  PORT: '0',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
}
const shared: Env = {
  ...withoutDatabase,
  DATABASE_URL: 'postgres://role:password@127.0.0.1:1/course_grading',
}
/** A valid environment for production. Each case below makes one part of it invalid. */
const accepted: Readonly<Record<string, Env>> = {
  'public-api': shared,
  'frontend-internal': { ...shared, FRONTEND_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a', SESSION_KEYS: `k1:${key(1)}` },
  'manual-grading': {
    ...shared,
    MANUAL_GRADING_SECRET: 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk',
    CAPABILITY_KEYS: `k1:${key(2)}`,
    CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
  },
  web: { ...withoutDatabase, ...ofWeb },
}
const secretFile = join(folder, 'secret')
writeFileSync(secretFile, 'canary-in-a-file')
const certificateFile = join(folder, 'certificate')
writeFileSync(certificateFile, createCertificate({ name: 'canary' }).cert)
/** Numbers that are out of range, and so unusual that they can appear in the output only as a leaked value. */
let lastNumber = 987_654_321_000

/** The variables of each service, from the file beside compose.yaml. A secret is listed by its file variable. */
function variablesOf(service: string): string[] {
  const sections = readFileSync(join(repository, 'infra/deploy/.env.example'), 'utf8').split(/^## /m)
  return sections
    .filter((section) =>
      /^(.*)$/m
        .exec(section)![1]!
        .split(', ')
        .some((name) => name === service || name === 'All services'),
    )
    .flatMap((section) => [...section.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!))
}

const repository = join(import.meta.dirname, '../../../..')
/** Node does not read its pages by itself. */
const webLoader = join(repository, 'infra/dev/bundle/bin/web-loader.ts')
type Env = Readonly<Record<string, string>>

type Case = [service: string, variable: string, spoiled: Env]

/** Several faults in one start: each variable must be named. */
type Several = [service: string, what: string, spoiled: Env]

interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

function runUntilEnd(service: string, spoiled: Env): Promise<Ended> {
  const env = { ...accepted[service], ...spoiled }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...(service === 'web' ? ['--import', webLoader] : []), join(repository, 'services', service, 'src/main.ts')],
      { env, timeout: 300_000 },
      (_error, out, err) => resolve({ exitCode: child.exitCode, output: out + err }),
    )
  })
}

/** Expects the service to name each variable and its problem, to exit with 78, and to show no value. */
async function expectProblem(service: string, variables: readonly string[], spoiled: Env): Promise<void> {
  const { exitCode, output } = await runUntilEnd(service, spoiled)
  for (const variable of variables) expect(output).toMatch(new RegExp(`^  ${variable} `, 'm'))
  expect(exitCode).toBe(78)
  // Shorter values and the mode may be words of the message itself. Numbers are searched for as whole words.
  const values = Object.values({ ...accepted[service], ...spoiled }).filter((value) => value.length > 10)
  for (const value of [...values, 'canary']) expect(output).not.toContain(value)
  for (const value of Object.values(spoiled))
    if (/^\d+$/.test(value) && value > '1') expect(output).not.toMatch(new RegExp(`\\b${value}\\b`))
  expect(output).not.toMatch(/^\s+at /m)
}

const far = (): string => String((lastNumber += 1))

/** Cases of the services that call the learning platform. */
const ofUpstream = (service: string): Case[] => [
  [service, 'UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'http://canary.example' }],
  [service, 'UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'https://canary.example/api/v2' }],
  [service, 'UPSTREAM_TIMEOUT_MS', { UPSTREAM_TIMEOUT_MS: '5001' }],
]

const inEveryService = (service: string): Case[] => [
  [service, 'NODE_ENV', { NODE_ENV: 'canary' }],
  [service, 'HOST', { HOST: 'canary canary' }],
  [service, 'PORT', { PORT: far() }],
  [service, 'OPS_PORT', { OPS_PORT: '8099', PORT: '8099' }],
  [service, 'LOG_LEVEL', { LOG_LEVEL: 'canary' }],
  [service, 'SHUTDOWN_GRACE_S', { SHUTDOWN_GRACE_S: '6' }],
  [service, 'HTTPS_PROXY', { HTTPS_PROXY: 'http://canary:canary@proxy' }],
  [service, 'NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
]

const ofDatabase = (service: string): Case[] => [
  [service, 'DATABASE_URL', { DATABASE_URL: 'mysql://canary:canary@db/canary' }],
  [service, 'DATABASE_URL', { DATABASE_URL: '' }],
  [service, 'DATABASE_URL_FILE', { DATABASE_URL: '', DATABASE_URL_FILE: '/nowhere/canary' }],
  [service, 'DATABASE_URL', { DATABASE_URL: 'postgres://canary:canary@db.example/canary?sslmode=no-verify' }],
  [service, 'DATABASE_ALLOW_PLAIN', { DATABASE_ALLOW_PLAIN: 'canary' }],
  [service, 'DATABASE_POOL_MAX', { DATABASE_POOL_MAX: '0x1f' }],
  [service, 'DATABASE_TIMEOUT_MS', { DATABASE_TIMEOUT_MS: '5001' }],
  [service, 'UPSTREAM_ALLOW_HTTP', { UPSTREAM_ALLOW_HTTP: 'canary' }],
]

const cases: readonly Case[] = [
  ...['public-api', 'frontend-internal'].flatMap(ofUpstream),
  ...['public-api', 'web'].flatMap(inEveryService),
  ...ofDatabase('public-api'),
  ['public-api', 'OPS_PORT', { OPS_PORT: '' }],
  ['public-api', 'TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '' }],
  ['public-api', 'TOKEN_CACHE_TTL_S', { TOKEN_CACHE_TTL_S: '-987654321' }],
  ['public-api', 'RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: 'canary' }],
  ['public-api', 'REFUSED_TOKENS_PER_MINUTE', { REFUSED_TOKENS_PER_MINUTE: '-987654321' }],
  ...refusedByWeb.map(([variable, spoiled]): Case => ['web', variable, spoiled]),
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: 'dev-frontend-secret-0000000000000000' }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: 'canary-of-less-than-32-bytes' }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: '', FRONTEND_SECRET_FILE: secretFile }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET_FILE: secretFile }],
  ['frontend-internal', 'FRONTEND_SECRET_PREVIOUS', { FRONTEND_SECRET_PREVIOUS: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a' }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: 'k1:Y2FuYXJ5' }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: `k1:${key(1)},k1:${key(3)}` }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: 'dev:ZGV2ZWxvcG1lbnQtc2Vzc2lvbi1rZXktMDAwMDAwMDA=' }],
  [
    'frontend-internal',
    'SESSION_KEYS',
    { SESSION_KEYS: `k1:${key(1)},k2:ZGV2ZWxvcG1lbnQtY2FwYWJpbGl0eS1rZXktMDAwMDA=` },
  ],
  ['frontend-internal', 'ROSTER_RETENTION_DAYS', { ROSTER_RETENTION_DAYS: '-987654321' }],
  ['frontend-internal', 'TEMPLATE_ORIGINS', { TEMPLATE_ORIGINS: 'https://canary.example/templates' }],
  ['frontend-internal', 'TEMPLATE_ORIGINS', { TEMPLATE_ORIGINS: 'http://canary.example' }],
  ['frontend-internal', 'SESSION_IDLE_S', { SESSION_IDLE_S: '7201', SESSION_MAX_S: '7200' }],
  ['manual-grading', 'MANUAL_GRADING_SECRET', { MANUAL_GRADING_SECRET: '' }],
  ['manual-grading', 'CAPABILITY_KEYS', { CAPABILITY_KEYS: 'canary' }],
  ['manual-grading', 'CALLBACK_ALLOWED', { CALLBACK_ALLOWED: 'https://*.canary.example/submissions/*/grader' }],
  [
    'manual-grading',
    'CALLBACK_ALLOWED',
    { CALLBACK_ALLOWED: 'https://canary.example/submissions/*/grader|10.0.0.0/33' },
  ],
  ['manual-grading', 'CALLBACK_ALLOWED', { CALLBACK_ALLOWED: 'http://canary.example/submissions/*/grader' }],
  ['manual-grading', 'CALLBACK_CONNECT_TIMEOUT_MS', { CALLBACK_CONNECT_TIMEOUT_MS: '30001' }],
  ['manual-grading', 'CALLBACK_HEADERS_TIMEOUT_MS', { CALLBACK_HEADERS_TIMEOUT_MS: '50001' }],
  ['manual-grading', 'CALLBACK_TOTAL_TIMEOUT_MS', { CALLBACK_TOTAL_TIMEOUT_MS: '63001' }],
  ['manual-grading', 'DELIVERY_LEASE_S', { DELIVERY_LEASE_S: '59' }],
  ['manual-grading', 'DELIVERY_SETTLE_S', { DELIVERY_SETTLE_S: '179' }],
  ['manual-grading', 'DELIVERY_REGISTRATION_SETTLE_S', { DELIVERY_REGISTRATION_SETTLE_S: '59' }],
  ['manual-grading', 'ROLE', { ROLE: 'canary' }],
  ['manual-grading', 'FIXTURE_TOOLING', { FIXTURE_TOOLING: 'canary' }],
]

const upstreamVariables = (): Env => ({
  UPSTREAM_BASE_URL: 'https://canary.example/api/v2',
  UPSTREAM_TIMEOUT_MS: far(),
  UPSTREAM_CONCURRENCY: far(),
})
const ofProcess = (): Env => ({
  HOST: 'canary canary',
  PORT: far(),
  OPS_PORT: far(),
  TRUSTED_PROXY_HOPS: far(),
  LOG_LEVEL: 'canary',
  SHUTDOWN_GRACE_S: far(),
  NODE_EXTRA_CA_CERTS: certificateFile,
  NODE_OPTIONS: '--insecure-http-parser',
  NODE_USE_ENV_PROXY: '1',
  HTTP_PROXY: 'http://canary@a',
  http_proxy: 'http://canary@b',
  https_proxy: 'http://canary@c',
  ALL_PROXY: 'http://canary@d',
  all_proxy: 'http://canary@e',
})
const ofEveryService = (): Env => ({
  ...ofProcess(),
  DATABASE_URL: 'mysql://canary:canary@db/canary',
  DATABASE_POOL_MAX: far(),
  DATABASE_TIMEOUT_MS: far(),
  DATABASE_ALLOW_PLAIN: 'canary',
  UPSTREAM_ALLOW_HTTP: 'canary',
})
const severalFaults: readonly Several[] = [
  ['web', 'numbers, words and protections', { ...ofProcess(), ...wrongWordsOfWeb }],
  [
    'public-api',
    'numbers, words and protections',
    { ...ofEveryService(), ...upstreamVariables(), TOKEN_CACHE_TTL_S: far(), RATE_LIMIT_PER_MINUTE: far() },
  ],
  [
    'frontend-internal',
    'numbers, words and protections',
    {
      ...ofEveryService(),
      ...upstreamVariables(),
      SESSION_IDLE_S: far(),
      SESSION_MAX_S: far(),
      FRONTEND_SECRET_PREVIOUS: 'canary with blanks in it',
    },
  ],
  [
    'manual-grading',
    'numbers, words and protections',
    {
      ...ofEveryService(),
      CAPABILITY_TTL_DAYS: far(),
      CALLBACK_VERIFICATION_TIMEOUT_MS: far(),
      DELIVERY_OPEN_LEASE_S: far(),
      DELIVERY_REAPER_S: far(),
      DELIVERY_CONCURRENCY: far(),
      MANUAL_GRADING_SECRET_PREVIOUS: 'canary with blanks in it',
    },
  ],
  [
    'manual-grading',
    'what only production rejects',
    {
      DELIVERY_OPEN_LEASE_S: '64',
      DELIVERY_REAPER_S: '14',
      CALLBACK_VERIFICATION_TIMEOUT_MS: '53001',
      MANUAL_GRADING_SECRET_PREVIOUS: 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk',
    },
  ],
  [
    'frontend-internal',
    'unreadable files',
    {
      DATABASE_URL: '',
      DATABASE_URL_FILE: '/nowhere/canary',
      FRONTEND_SECRET: '',
      FRONTEND_SECRET_FILE: '/nowhere/canary',
      FRONTEND_SECRET_PREVIOUS_FILE: '/nowhere/canary',
      SESSION_KEYS: '',
      SESSION_KEYS_FILE: folder,
    },
  ],
  [
    'manual-grading',
    'unreadable files',
    {
      DATABASE_URL: '',
      DATABASE_URL_FILE: '/nowhere/canary',
      MANUAL_GRADING_SECRET: '',
      MANUAL_GRADING_SECRET_FILE: '/nowhere/canary',
      MANUAL_GRADING_SECRET_PREVIOUS_FILE: '/nowhere/canary',
      CAPABILITY_KEYS: '',
      CAPABILITY_KEYS_FILE: folder,
    },
  ],
]
