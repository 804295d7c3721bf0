import { fullRun } from '@course-grading/data/testing/full-run'
import { aSettingsChange } from '@course-grading/test-kit'
import { Agent, request } from 'undici'
import { describe, expect } from 'vitest'
import {
  expectNoGrowth,
  expectPrometheusText,
  hasPromtool,
  metricsOf,
  promtoolOpinion,
  seriesOf,
} from '../prometheus-text.ts'
import type { ServiceName, ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'
const services = ['public-api', 'frontend-internal', 'manual-grading'] as const satisfies ServiceName[]

describe.each(services)('metrics of %s', (name) => {
  it('are Prometheus text: help and type before the samples, each series once', async ({ agent, running }) => {
    await warmUp(agent, running[name])
    const text = await metricsOf(running[name])
    expectPrometheusText(text)
    expect(text).toMatch(/^database_pool_connections\{state="size"\} \d+$/m)
  })

  it.skipIf(!hasPromtool)(
    `are accepted by promtool${hasPromtool ? '' : ' (left out: there is no promtool)'}`,
    async ({ agent, running }) => {
      await warmUp(agent, running[name])
      expect(promtoolOpinion(await metricsOf(running[name]))).toEqual({ status: 0, said: '' })
    },
  )

  it(
    `contain nothing that a client sent, and no more series after ${distinctRequests} different requests`,
    { timeout: 600_000 },
    async ({ agent, running }) => {
      const service = running[name]
      await warmUp(agent, service)
      const before = seriesOf(await metricsOf(service))
      const one = async (index: number): Promise<void> => {
        const mark = `mark${index}`
        const paths = [
          `/${mark}`,
          `/api/v1/courses/${9_000_000 + index}/settings`,
          `/api/v1/courses/${mark}/settings`,
          `/api/v1/${mark}?q=${mark}`,
          `/internal/frontend/${mark}`,
        ]
        await send(agent, service, methods[index % methods.length]!, paths[index % paths.length]!, {
          'X-Request-ID': `request-${mark}`,
          'User-Agent': mark,
          Authorization: `Token ${tokenOf(index % 7 === 0 ? 101 : 300 + index)}`,
          'If-None-Match': `"${index}"`,
          [`X-${mark}`]: mark,
        })
      }
      for (let index = 0; index < distinctRequests; index += 40)
        await Promise.all(Array.from({ length: 40 }, (_, offset) => one(index + offset)))

      const text = await metricsOf(service)
      expectNoGrowth(before, seriesOf(text), distinctRequests)
      expect(before.length).toBeLessThan(2_000)
      expect(before.join('\n')).not.toMatch(
        /mark\d|courses\/|9\d{6}|\/api\/|\/internal|[0-9a-f]{40}|course_id|courseId|user_id|request_id/,
      )
      const counted = [...text.matchAll(/^http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
      expect(counted).toBeGreaterThan(distinctRequests)
    },
  )
})

describe('metrics of public-api', () => {
  it('report what the service did', async ({ running }) => {
    const text = await metricsOf(running['public-api'])
    for (const metric of [
      'http_request_duration_seconds_count{method="GET",operation="getCourseSettings",status_class="2xx"}',
      'http_request_duration_seconds_count{method="PUT",operation="putCourseSettings",status_class="2xx"}',
      'http_request_duration_seconds_count{method="other",operation="unmatched",status_class="4xx"}',
      'http_requests_in_flight',
      'database_pool_connections{state="size"}',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(`\n${metric} `)
  })
})

/** Methods that Node's parser knows, HTTP's own and those of other protocols. */
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'REPORT',
  'LINK',
  'SUBSCRIBE',
  'MKCOL',
  'QUERY',
]

async function send(
  agent: Agent,
  { url }: ServiceProcess,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  const reply = await request(`${url}${path}`, { dispatcher: agent, method, headers, body: body ?? null })
  await reply.body.dump()
  return reply.statusCode
}

/** At least one reply of each kind. */
async function warmUp(agent: Agent, service: ServiceProcess): Promise<void> {
  const settings = '/api/v1/courses/11/settings'
  const authorization = { Authorization: `Token ${tokenOf(101)}` }
  const json = { ...authorization, 'If-Match': '"1"', 'Content-Type': 'application/json' }
  for (const method of methods) {
    for (const path of ['/nothing', settings, '/api/v1/openapi.json', '/api/v1/courses/x/settings']) {
      await send(agent, service, method, path, {})
      await send(agent, service, method, path, authorization)
    }
  }
  await send(agent, service, 'PUT', settings, json, JSON.stringify(aSettingsChange()))
  await send(agent, service, 'GET', settings, { ...authorization, 'If-None-Match': '*' })
  await send(agent, service, 'GET', settings, { Authorization: `Token ${'f'.repeat(40)}` })
  await send(agent, service, 'PUT', settings, { ...json, Authorization: `Token ${'f'.repeat(40)}` })
}

const distinctRequests = fullRun ? 10_000 : 150

const it = onServices
  .extend('agent', { scope: 'file' }, ({}, { onCleanup }) => {
    const agent = new Agent({ connections: 16 })
    onCleanup(() => agent.close())
    return agent
  })
  .extend('running', { scope: 'file' }, async ({ world }) => {
    const started = await Promise.all(services.map(async (service) => [service, await world.start(service)]))
    return Object.fromEntries(started) as Record<ServiceName, ServiceProcess>
  })
