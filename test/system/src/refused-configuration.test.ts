import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const services = join(import.meta.dirname, '../../../services')
const folder = mkdtempSync(join(tmpdir(), 'refused-configuration-'))

afterAll(() => rmSync(folder, { recursive: true }))

type Env = Readonly<Record<string, string>>

const key = (seed: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 11) % 251)).toString('base64')

const shared: Env = {
  NODE_ENV: 'production', OPS_PORT: '0', PORT: '0', UPSTREAM_BASE_URL: 'https://plus.example.org',
  DATABASE_URL: 'postgres://role:password@127.0.0.1:1/course_grading',
}

/** What production accepts: each case below spoils one thing in it. */
const accepted: Readonly<Record<string, Env>> = {
  'public-api': shared,
  'frontend-internal': { ...shared, FRONTEND_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a', SESSION_KEYS: `k1:${key(1)}` },
  'manual-grading': {
    ...shared, MANUAL_GRADING_SECRET: 'aG0fD5rL9wH3yC6nB1tV7xZ4pQm2s8Jk', CAPABILITY_KEYS: `k1:${key(2)}`,
    CALLBACK_ALLOWED: 'https://plus.example.org/api/v2/submissions/*/grader',
  },
}

const secretFile = join(folder, 'secret')
writeFileSync(secretFile, 'canary-in-a-file')

type Case = [service: string, variable: string, spoiled: Env]

const inEveryService = (service: string): Case[] => [
  [service, 'NODE_ENV', { NODE_ENV: 'canary' }],
  [service, 'HOST', { HOST: 'canary canary' }],
  [service, 'PORT', { PORT: '65536' }],
  [service, 'OPS_PORT', { OPS_PORT: '8099', PORT: '8099' }],
  [service, 'DATABASE_URL', { DATABASE_URL: 'mysql://canary:canary@db/canary' }],
  [service, 'DATABASE_URL', { DATABASE_URL: '' }],
  [service, 'DATABASE_URL_FILE', { DATABASE_URL: '', DATABASE_URL_FILE: '/nowhere/canary' }],
  [service, 'DATABASE_POOL_MAX', { DATABASE_POOL_MAX: '0x1f' }],
  [service, 'DATABASE_TIMEOUT_MS', { DATABASE_TIMEOUT_MS: '5001' }],
  [service, 'UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'http://canary.example' }],
  [service, 'UPSTREAM_BASE_URL', { UPSTREAM_BASE_URL: 'https://canary.example/api/v2' }],
  [service, 'UPSTREAM_TIMEOUT_MS', { UPSTREAM_TIMEOUT_MS: '5001' }],
  [service, 'UPSTREAM_ALLOW_HTTP', { UPSTREAM_ALLOW_HTTP: 'canary' }],
  [service, 'LOG_LEVEL', { LOG_LEVEL: 'canary' }],
  [service, 'SHUTDOWN_GRACE_S', { SHUTDOWN_GRACE_S: '1' }],
  [service, 'HTTPS_PROXY', { HTTPS_PROXY: 'http://canary:canary@proxy' }],
  [service, 'NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
]

const cases: readonly Case[] = [
  ...inEveryService('public-api'),
  ['public-api', 'OPS_PORT', { OPS_PORT: '' }],
  ['public-api', 'TOKEN_CACHE_TTL_S', { TOKEN_CACHE_TTL_S: '-1' }],
  ['public-api', 'RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: 'canary' }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: 'dev-frontend-secret-0000000000000000' }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: 'canary-of-less-than-32-bytes' }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET: '', FRONTEND_SECRET_FILE: secretFile }],
  ['frontend-internal', 'FRONTEND_SECRET', { FRONTEND_SECRET_FILE: secretFile }],
  ['frontend-internal', 'FRONTEND_SECRET_PREVIOUS', { FRONTEND_SECRET_PREVIOUS: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a' }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: 'k1:Y2FuYXJ5' }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: `k1:${key(1)},k1:${key(3)}` }],
  ['frontend-internal', 'SESSION_KEYS', { SESSION_KEYS: 'dev:ZGV2ZWxvcG1lbnQtc2Vzc2lvbi1rZXktMDAwMDAwMDA=' }],
  ['frontend-internal', 'SESSION_IDLE_S', { SESSION_IDLE_S: '7201', SESSION_MAX_S: '7200' }],
  ['frontend-internal', 'DELIVERY_SETTLE_S', { DELIVERY_SETTLE_S: '179' }],
  ['frontend-internal', 'TEMPLATE_ORIGINS', { TEMPLATE_ORIGINS: 'http://canary.example' }],
  ['manual-grading', 'MANUAL_GRADING_SECRET', { MANUAL_GRADING_SECRET: '' }],
  ['manual-grading', 'CAPABILITY_KEYS', { CAPABILITY_KEYS: 'canary' }],
  ['manual-grading', 'CALLBACK_ALLOWED', { CALLBACK_ALLOWED: 'https://*.canary.example/submissions/*/grader' }],
  ['manual-grading', 'CALLBACK_ALLOWED', { CALLBACK_ALLOWED: 'https://canary.example/submissions/*/grader|10.0.0.0/33' }],
  ['manual-grading', 'CALLBACK_ALLOWED', { CALLBACK_ALLOWED: 'http://canary.example/submissions/*/grader' }],
  ['manual-grading', 'CALLBACK_CONNECT_TIMEOUT_MS', { CALLBACK_CONNECT_TIMEOUT_MS: '30001' }],
  ['manual-grading', 'CALLBACK_HEADERS_TIMEOUT_MS', { CALLBACK_HEADERS_TIMEOUT_MS: '50001' }],
  ['manual-grading', 'CALLBACK_TOTAL_TIMEOUT_MS', { CALLBACK_TOTAL_TIMEOUT_MS: '63001' }],
  ['manual-grading', 'DELIVERY_LEASE_S', { DELIVERY_LEASE_S: '59' }],
  ['manual-grading', 'DELIVERY_SETTLE_S', { DELIVERY_SETTLE_S: '179' }],
  ['manual-grading', 'ROLE', { ROLE: 'canary' }],
  ['manual-grading', 'FIXTURE_TOOLING', { FIXTURE_TOOLING: 'canary' }],
]

interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

function runUntilEnd(service: string, spoiled: Env): Promise<Ended> {
  const env = { ...accepted[service], ...spoiled }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(services, service, 'src/main.ts')], { env, timeout: 300_000 }, (_error, out, err) =>
      resolve({ exitCode: child.exitCode, output: out + err }))
  })
}

describe('a service with a wrong configuration', { timeout: 600_000 }, () => {
  it.concurrent.each(cases)('%s names %s, exits 78, and shows no value', async (service, variable, spoiled) => {
    const { exitCode, output } = await runUntilEnd(service, spoiled)
    expect(output).toMatch(new RegExp(`^  ${variable} `, 'm'))
    expect(exitCode).toBe(78)
    // Shorter ones and the mode are words that the problem itself may need.
    const values = Object.values({ ...accepted[service], ...spoiled }).filter((value) => value.length > 10)
    for (const value of [...values, 'canary']) expect(output).not.toContain(value)
    expect(output).not.toMatch(/^\s+at /m)
  })
})
