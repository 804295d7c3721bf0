import { describe, expect } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import { metricsOf, valueOf } from '../prometheus-text.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'

describe('metrics of frontend-internal', () => {
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
    const preferences = { session, ifMatch: '"0"', body: ['x'.repeat(65_537)] }
    expect((await askFrontend(service, 'PUT', '/preferences', preferences)).status).toBe(400)
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
    expect(text).toMatch(/^http_request_body_limit_refusals_total 2$/m)
  })
})

const it = onServices
  .extend('service', { scope: 'file' }, ({ world }) => world.start('frontend-internal', { OPS_PORT: '0' }))
  .extend('sessions', { scope: 'file' }, ({ service }) =>
    Promise.all([101, 102, 104, 105, 201].map((userId) => signIn(service, tokenOf(userId)))),
  )
