import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Boundary } from '@course-grading/contracts/operation/operation'
import { describe, expect } from 'vitest'
import { listeningPorts } from './listening-ports.ts'
import type { ServiceName, ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'

describe('a boundary', () => {
  it.for(services)('%s has no route of another one, whoever asks', async (service, { world, running }) => {
    const foreign = services.filter((other) => other !== service).flatMap((other) => routes[other])
    const ofOperators = [
      ['GET', '/health/ready'],
      ['GET', '/metrics'],
    ] as const
    world.upstream.journal.clear()
    for (const [index, [method, path]] of [...foreign, ...ofOperators].entries()) {
      // Each route is asked for with one of the credentials, in turn.
      const headers = credentials[index % credentials.length]!
      await expectNotFound(service, await fetch(`${running[service].url}${path}`, { method, headers }), method)
    }
    // If a credential had been checked, upstream would have been called.
    expect(world.upstream.journal.entries).toEqual([])
  })

  it.runIf(process.platform === 'linux').for(services)(
    '%s listens on its documented ports and no other',
    (service, { running }) => {
      const { pid, port, opsPort } = running[service]
      expect(listeningPorts(pid)).toEqual([port, opsPort].toSorted((a, b) => a - b))
    },
  )

  it.for(services)(
    '%s sends replies that agree with their headers, and does not name its software',
    async (service, { running }) => {
      const { headers } = await fetch(`${running[service].url}/nothing`)
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
  it.for<Record<string, string>>([
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Prefix': '/x' },
    { 'X-Original-URL': '/api/v1/openapi.json' },
    { 'X-Rewrite-URL': '/metrics' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Forwarded-User': 'root' },
    { 'X-Forwarded-Proto': 'http' },
  ])(
    'change nothing in a reply: %o',
    async (
      headers,
      {
        running: {
          'public-api': { url },
        },
      },
    ) => {
      const Authorization = `Token ${tokenOf(101)}`
      const reply = await fetch(`${url}/api/v1/courses/11/settings`, { headers: { Authorization, ...headers } })
      expect(reply.status).toBe(200)
    },
  )
})

/** The reply of a boundary to an unknown path. */
const expectNotFound = async (service: ServiceName, answer: Response, method: string): Promise<void> => {
  const requestId = answer.headers.get('x-request-id')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  if (method === 'HEAD') return
  expect(await answer.json()).toEqual(
    service === 'public-api'
      ? { error: { code: 'not_found', message: expect.any(String), requestId, issues: [] } }
      : { code: 'not_found', requestId },
  )
}

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

/** With health and metrics on a port of their own. */
const it = onServices.extend('running', { scope: 'file' }, async ({ world }) => {
  const start = async (service: ServiceName) => [service, await world.start(service, { OPS_PORT: '0' })] as const
  return Object.fromEntries(await Promise.all(services.map(start))) as Record<ServiceName, ServiceProcess>
})
