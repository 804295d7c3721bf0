import { randomBytes } from 'node:crypto'
import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation'
import { Agent, request } from 'undici'
import { describe, expect } from 'vitest'
import { askFrontend, frontendSecret, signIn } from './frontend-client.ts'
import { fullRun } from './full-run.ts'
import { expectNoGrowth, expectPrometheusText, metricsOf, seriesOf, valueOf } from './prometheus-text.ts'
import type { ServiceProcess } from './service-process.ts'
import { it as onServices } from './system-test.ts'
import { tokenOf } from './world.ts'

describe('metrics of frontend-internal', () => {
  it(
    `are bounded: no more series after ${distinctRequests} different requests than after the first kinds`,
    { timeout: 600_000 },
    async ({ service, sessions }) => {
      const statuses = await sendMany({ service, sessions }, 0, operations.length * 36)
      for (const status of [200, 400, 401, 403, 404, 405]) expect(statuses).toContain(status)
      const before = seriesOf(await metricsOf(service))
      await sendMany({ service, sessions }, 100_000, distinctRequests)
      const text = await metricsOf(service)
      expectPrometheusText(text)
      const after = seriesOf(text)
      expectNoGrowth(before, after, distinctRequests)
      expect(after.length).toBeLessThan(2_000)
      expect(after.join('\n')).not.toMatch(
        /mark\d|courses\/|9\d{6}|\/api\/|\/internal|[0-9a-f]{40}|cgs_|course_id|courseId|user_id|userId|session_id|request_id/,
      )
    },
  )

  it('report the live sessions of all processes', async ({ world }) => {
    await world.query('DELETE FROM session')
    const other = await world.start('frontend-internal')
    for (const userId of [101, 101, 102, 104]) await signIn(other, tokenOf(userId))
    await world.query(
      `UPDATE session SET created_at = created_at - interval '13 hours', expires_at = now() WHERE user_id = 102`,
    )
    const [third, fourth] = await Promise.all([
      world.start('frontend-internal'),
      world.start('frontend-internal', { SESSION_IDLE_S: '60', SESSION_MAX_S: '60' }),
    ])
    for (const started of [third, fourth]) expect(valueOf(await metricsOf(started), 'sessions_active')).toBe(3)
    expect(valueOf(await metricsOf(third), 'sessions_deleted')).toBe(0)
  })

  it('report what the service did: operations, statements and platform calls by name, sealed tokens, and rejected bodies', async ({
    service,
    sessions,
  }) => {
    const sealingsIn = (text: string): number =>
      Number(/^session_sealings_total\{key="[\w-]+"\} (\d+)$/m.exec(text)?.[1])
    const sealed = sealingsIn(await metricsOf(service))
    expect(sealed).toBe(sessions.length)
    const session = await signIn(service)
    expect((await askFrontend(service, 'POST', '/courses/11/snapshot/refresh', { session })).status).toBe(200)
    expect(
      (
        await askFrontend(service, 'PUT', '/courses/11/graders', {
          session,
          ifMatch: '"1"',
          body: 'x'.repeat(2_000_001),
        })
      ).status,
    ).toBe(413)
    const text = await metricsOf(service)
    for (const metric of [
      'http_request_duration_seconds_count{method="POST",operation="createSession",status_class="2xx"}',
      'http_request_duration_seconds_count{method="POST",operation="refreshCourseSnapshot",status_class="2xx"}',
      'http_request_duration_seconds_count{method="PUT",operation="importGraders",status_class="4xx"}',
      'http_requests_in_flight',
      'database_pool_connections{state="waiting"}',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(`\n${metric} `)
    expect(text).toMatch(/^database_query_duration_seconds_count\{[^}]*query="useSession"[^}]*\} [1-9]/m)
    expect(text).toMatch(/^database_acquire_duration_seconds_count [1-9]/m)
    expect(sealingsIn(text)).toBe(sealed + 1)
    expect(text).toMatch(/^upstream_call_duration_seconds_count\{[^}]*operation="listStudents"[^}]*\} [1-9]/m)
    expect(text).toMatch(/^http_request_body_limit_refusals_total [1-9]/m)
  })
})

const operations: readonly Operation[] = Object.values(frontendInternal.operations)
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']

interface Senders {
  readonly service: ServiceProcess
  readonly sessions: readonly string[]
  readonly agent: Agent
}

/** A unique request of an operation, or of nearly one, with its own ids, session and texts. */
async function sendOne(index: number, { service, sessions, agent }: Senders): Promise<number> {
  const mark = `mark${index}`
  const operation = operations[index % operations.length]!
  const turn = Math.floor(index / operations.length)
  const id = [11, 9_000_000 + index, 13, mark][turn % 4]!
  const path = operation.path.replace(/\{(courseId|slug)\}/, String(id)).replaceAll(/\{\w+\}/g, String(201 + index))
  const isRead = operation.method === 'get'
  const method = turn % 7 === 6 ? methods[index % methods.length]! : operation.method.toUpperCase()
  const reply = await request(
    `${service.url}${frontendInternal.prefix}${turn % 9 === 8 ? `/${mark}` : ''}${path}${isRead && turn % 3 === 2 ? `?q=${mark}&cursor=${mark}` : ''}`,
    {
      dispatcher: agent,
      method,
      headers: {
        'X-Service-Frontend-Secret': turn % 5 === 4 ? mark : frontendSecret,
        // After signing out, all later requests would be alike.
        Authorization: `Bearer ${method === 'GET' && turn % 2 === 0 ? sessions[turn % sessions.length] : `cgs_${randomBytes(32).toString('base64url')}`}`,
        'X-Request-ID': `request-${mark}`,
        'User-Agent': mark,
        'If-None-Match': `"${index}"`,
        [`X-${mark}`]: mark,
        ...(!isRead && { 'Content-Type': 'application/json' }),
      },
      body: isRead ? null : JSON.stringify({ token: mark.padEnd(40, 'f') }),
    },
  )
  await reply.body.dump()
  return reply.statusCode
}

async function sendMany(on: Omit<Senders, 'agent'>, from: number, count: number): Promise<Set<number>> {
  const agent = new Agent({ connections: 16 })
  const statuses = new Set<number>()
  let next = from
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      while (next < from + count) {
        next += 1
        statuses.add(await sendOne(next, { ...on, agent }))
      }
    }),
  )
  await agent.close()
  return statuses
}

const distinctRequests = fullRun ? 10_000 : 1_500

const it = onServices
  .extend('service', { scope: 'file' }, ({ world }) => world.start('frontend-internal', { OPS_PORT: '0' }))
  .extend('sessions', { scope: 'file' }, ({ service }) =>
    Promise.all([101, 102, 104, 105, 201].map((userId) => signIn(service, tokenOf(userId)))),
  )
