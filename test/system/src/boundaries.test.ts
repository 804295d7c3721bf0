import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import type { Boundary } from '@course-grading/contracts/operation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listeningPorts } from './listening-ports.ts'
import type { ServiceName, ServiceProcess } from './service-process.ts'
import { startWorld, type SystemWorld, tokenOf } from './world.ts'

const frontendSecret = 'dev-frontend-secret-0000000000000000'
const manualGradingSecret = 'dev-manual-grading-secret-0000000000'

/** Every operation of a boundary, with 11 in place of ids. */
const operationsOf = ({ prefix, operations }: Boundary): [method: string, path: string][] =>
  Object.values(operations).map(({ method, path }) => [
    method.toUpperCase(),
    prefix + path.replaceAll(/\{\w+\}/g, '11'),
  ])

const routes: Record<ServiceName, readonly (readonly [method: string, path: string])[]> = {
  'public-api': [
    ['GET', '/api/v1/courses/11/settings'],
    ['HEAD', '/api/v1/courses/11/settings'],
    ['PUT', '/api/v1/courses/11/settings'],
    ['DELETE', '/api/v1/courses/11/settings'],
    ['GET', '/api/v1/courses/none/settings'],
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/api/v1'],
  ],
  'frontend-internal': [...operationsOf(frontendInternal), ['GET', '/internal/frontend']],
  'manual-grading': [
    ['POST', '/api/internal/manual-grading/capabilities'],
    ['GET', '/api/internal/manual-grading/capabilities'],
    ['DELETE', '/api/internal/manual-grading/capabilities'],
    ['DELETE', '/api/internal/manual-grading/capabilities/3001'],
    ['GET', '/api/internal/manual-grading/exercises/1103/course'],
    ['DELETE', '/api/internal/manual-grading/assessments'],
    ['GET', '/api/internal'],
  ],
}
const services = Object.keys(routes) as ServiceName[]
const foreign = services.flatMap((service) =>
  services
    .filter((other) => other !== service)
    .flatMap((other) => routes[other].map(([method, path]) => [service, method, path] as const)),
)

/** No credential, valid ones of every boundary, and invalid ones. */
const credentials: readonly Record<string, string>[] = [
  {},
  {
    Authorization: `Token ${tokenOf(101)}`,
    'X-Service-Frontend-Secret': frontendSecret,
    'X-Service-Manual-Grading-Secret': manualGradingSecret,
  },
  { Authorization: 'Token wrong', 'X-Service-Frontend-Secret': 'wrong', 'X-Service-Manual-Grading-Secret': 'wrong' },
]

let world: SystemWorld
/** Each service twice: with health on the main port, and on a port of its own. */
let inOne: Record<ServiceName, ServiceProcess>
let apart: Record<ServiceName, ServiceProcess>
beforeAll(async () => {
  world = await startWorld()
  const startAll = async (env: Record<string, string>): Promise<Record<ServiceName, ServiceProcess>> =>
    Object.fromEntries(
      await Promise.all(services.map(async (service) => [service, await world.start(service, env)])),
    ) as Record<ServiceName, ServiceProcess>
  inOne = await startAll({})
  apart = await startAll({ OPS_PORT: '0' })
})
afterAll(() => world.stop())

/** The reply of a boundary to an unknown path. */
const expectNotFound = async (service: ServiceName, answer: Response, method: string): Promise<void> => {
  const requestId = answer.headers.get('x-request-id')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  if (method === 'HEAD') return
  expect(await answer.json()).toEqual(
    service === 'public-api'
      ? { error: { code: 'not_found', message: expect.any(String), requestId, issues: [] } }
      : { code: 'not_found', requestId },
  )
}

describe('a boundary', () => {
  it.each(foreign)('%s has no %s %s, whoever asks', async (service, method, path) => {
    world.upstream.journal.clear()
    for (const headers of credentials) {
      await expectNotFound(service, await fetch(`${inOne[service].url}${path}`, { method, headers }), method)
    }
    // If a credential had been checked, upstream would have been called.
    expect(world.upstream.journal.entries).toEqual([])
  })

  it.each(services)('%s serves health and metrics on their own port only, when there is one', async (service) => {
    const { url, opsPort } = apart[service]
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      await expectNotFound(service, await fetch(`${url}${path}`), 'GET')
      expect((await fetch(`http://127.0.0.1:${opsPort}${path}`)).status).toBe(200)
      expect((await fetch(`${inOne[service].url}${path}`)).status).toBe(200)
    }
    for (const [method, path] of routes[service])
      expect((await fetch(`http://127.0.0.1:${opsPort}${path}`, { method })).status).toBe(404)
  })

  it.runIf(process.platform === 'linux').each(services)(
    '%s listens on its documented ports and no other',
    (service) => {
      expect(listeningPorts(inOne[service].pid)).toEqual([inOne[service].port])
      expect(listeningPorts(apart[service].pid)).toEqual(
        [apart[service].port, apart[service].opsPort].toSorted((a, b) => a - b),
      )
    },
  )

  it.each(services)(
    '%s sends replies that agree with their headers, and does not name its software',
    async (service) => {
      const { headers } = await fetch(`${inOne[service].url}/nothing`)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      for (const name of ['server', 'x-powered-by', 'via', 'set-cookie', 'access-control-allow-origin'])
        expect(headers.has(name)).toBe(false)
    },
  )
})

describe('headers of proxies', () => {
  const askedFrom = async (service: ServiceProcess, headers: Record<string, string>): Promise<number> =>
    (
      await fetch(`${service.url}/api/v1/courses/11/settings`, {
        headers: { Authorization: `Token ${tokenOf(101)}`, ...headers },
      })
    ).status
  /** Requests of many persons, which have only their address in common. */
  const askAsMany = async (service: ServiceProcess): Promise<number[]> => {
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const address = `203.0.113.${index + 1}`
      statuses.push(
        await askedFrom(service, {
          Authorization: `Token ${tokenOf(301 + index)}`,
          'X-Forwarded-For': address,
          Forwarded: `for=${address}`,
          'X-Real-IP': address,
          'X-Client-IP': address,
          'True-Client-IP': address,
        }),
      )
    }
    return statuses
  }

  it('are ignored unless proxies are configured', async () => {
    const service = await world.start('public-api', { RATE_LIMIT_PER_MINUTE: '5' })
    expect(await askAsMany(service)).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  })

  it('give the address when one proxy is configured', async () => {
    const service = await world.start('public-api', { RATE_LIMIT_PER_MINUTE: '5', TRUSTED_PROXY_HOPS: '1' })
    expect(await askAsMany(service)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  })

  it.each<Record<string, string>>([
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Prefix': '/x' },
    { 'X-Original-URL': '/api/v1/openapi.json' },
    { 'X-Rewrite-URL': '/metrics' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Forwarded-User': 'root' },
    { 'X-Forwarded-Proto': 'http' },
  ])('change nothing in a reply: %o', async (headers) => {
    expect(await askedFrom(inOne['public-api'], headers)).toBe(200)
  })
})
