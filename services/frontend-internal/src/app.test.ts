import { createLogger, createMetrics, readConfig, startService } from '@course-grading/http-kit'
import type { RunningService } from '@course-grading/http-kit'
import { createTestDatabase } from '@course-grading/test-database'
import type { TestDatabase } from '@course-grading/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBoundary } from './app.ts'
import { configSchema } from './config.ts'
import { createDeps } from './deps.ts'

let database: TestDatabase
let running: RunningService

beforeAll(async () => {
  database = await createTestDatabase()
  const read = readConfig(configSchema, { PORT: '0', DATABASE_URL: database.urls.frontendInternal, SHUTDOWN_GRACE_S: '60' })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { config } = read
  const metrics = createMetrics()
  const logger = createLogger({ service: 'frontend-internal', version: '1', level: 'silent', stream: { write: () => {} } })
  running = await startService({
    service: 'frontend-internal', version: '1', metrics, logger, config,
    async open() {
      const deps = await createDeps(config, metrics)
      return { listener: createBoundary(logger, metrics), check: () => deps.database.check(), close: () => deps.close() }
    },
  })
  await running.opened
})

afterAll(async () => {
  await running.stop({ acceptMs: 0 })
  await database.drop()
})

const ask = (path: string, method = 'GET'): Promise<Response> => fetch(`http://127.0.0.1:${running.port}${path}`, { method })

describe('frontend-internal', () => {
  it('is ready on a migrated database, with its own role', async () => {
    const response = await ask('/health/ready')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok', schema: 'ok' } }])
  })

  it('shows its pool and its requests as metrics', async () => {
    await ask('/nothing')
    const text = await (await ask('/metrics')).text()
    expect(text).toMatch(/^database_pool_connections\{state="size"\} \d+$/m)
    expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",operation="unmatched",status_class="4xx"\} [1-9]/m)
  })

  it.each([
    ['GET', '/'], ['GET', '/api/v1/courses/11/settings'], ['PUT', '/api/v1/courses/11/settings'], ['GET', '/api/v1/openapi.json'],
    ['POST', '/internal/frontend/sessions'], ['GET', '/internal/frontend/session'],
    ['GET', '/api/internal/manual-grading/capabilities'], ['DELETE', '/health'],
  ])('answers %s %s with not_found and the id of the request', async (method = '', path = '') => {
    const response = await ask(path, method)
    const requestId = response.headers.get('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect([response.status, await response.json()]).toEqual([404, { code: 'not_found', requestId }])
  })
})
