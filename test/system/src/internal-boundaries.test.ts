import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld } from './world.ts'

let world: SystemWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe.each(['frontend-internal', 'manual-grading'] as const)('%s', (name) => {
  let service: ServiceProcess
  beforeAll(async () => {
    service = await world.start(name)
  })

  it('is ready on a migrated database, with its own role', async () => {
    const reply = await fetch(`${service.url}/health/ready`)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', schema: 'ok' } },
    ])
  })

  it('shows its pool and its requests as metrics', async () => {
    await (await fetch(`${service.url}/nothing`)).arrayBuffer()
    const text = await (await fetch(`${service.url}/metrics`)).text()
    expect(text).toMatch(/^database_pool_connections\{state="size"\} \d+$/m)
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",operation="unmatched",status_class="4xx"\} [1-9]/m,
    )
  })

  it.each([
    ['GET', '/'],
    ['GET', '/api/v1/courses/11/settings'],
    ['PUT', '/api/v1/courses/11/settings'],
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/internal/frontend'],
    ['GET', '/internal/frontend/openapi.json'],
    ['GET', '/internal/frontend/sessions/1'],
    ['GET', '/api/internal'],
    ['GET', '/api/internal/manual-grading'],
    ['DELETE', '/health'],
  ])('replies to %s %s with not_found and the id of the request', async (method, path) => {
    const reply = await fetch(`${service.url}${path}`, { method })
    const requestId = reply.headers.get('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect([reply.status, await reply.json()]).toEqual([404, { code: 'not_found', requestId }])
  })
})
