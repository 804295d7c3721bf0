import { queriesOf, useStoppedClock, statementsOf } from '@course-grading/test-service'
import { describe, expect, vi } from 'vitest'
import { changeSettings } from '../settings/settings.fixture.ts'
import { it, startReplica, startTestService, type TestService } from '../service-test.fixture.ts'

describe('listPublicCourses', () => {
  const clock = useStoppedClock()

  it('replies with the listed courses to every caller with the secret', async ({ service }) => {
    const reply = await get(service)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toEqual(expect.stringMatching(/^"[A-Za-z0-9_-]{43}"$/))
    expect(await reply.json()).toEqual({
      courses: [
        { courseId: 13, slug: 'data-structures', name: 'Data Structures', languages: ['en'], listed: true },
        { courseId: 11, slug: 'programming-1', name: 'Programming 1', languages: ['fi', 'en'], listed: true },
      ],
    })
  })

  it('replies 304 to a caller with the current tag, which is the same on every replica', async ({ service }) => {
    const etag = (await get(service)).headers.get('etag') ?? ''
    await withReplica(service, async (fresh) => {
      const reply = await get(service, fresh, { 'If-None-Match': etag })
      expect(reply.status).toBe(304)
      expect(reply.headers.get('etag')).toEqual(etag)
      expect(await reply.text()).toBe('')
    })
  })

  it('makes one query for callers at the same time, and none in the next five seconds', ({ service }) =>
    withReplica(service, async (fresh) => {
      expect(await statementsOf(fresh, () => Promise.all(Array.from({ length: 30 }, () => get(service, fresh))))).toBe(
        1,
      )
      const etag = (await get(service, fresh)).headers.get('etag') ?? ''
      expect(
        await queriesOf(fresh, async () =>
          expect((await get(service, fresh, { 'If-None-Match': etag })).status).toBe(304),
        ),
      ).toEqual({})
      expect(await queriesOf(fresh, async () => expect((await get(service, fresh)).status).toBe(200))).toEqual({})
    }))

  it('shows a change after five seconds, under another tag', ({ service }) =>
    withReplica(service, async (fresh) => {
      const before = (await get(service, fresh)).headers.get('etag') ?? ''
      await changeSettings(fresh, { listed: false })
      await clock.forward(4_900)
      await expect(get(service, fresh, { 'If-None-Match': before })).toBeReply(304)
      await clock.forward(200)
      const reply = await get(service, fresh, { 'If-None-Match': before })
      expect(await reply.json()).toMatchObject({ courses: [{ courseId: 13 }] })
    }))

  it('does not cache a failure', async ({ service }) => {
    const lost = await startTestService()
    const { name } = lost.database
    await service.database.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await service.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`
    // 503 if the connection's end arrives only after the query was sent.
    expect((await get(service, lost)).status).toBeOneOf([500, 503])
    await service.database.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    await vi.waitFor(async () => expect((await get(service, lost)).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    })
    await lost.stop()
  })
})

const get = (
  service: TestService,
  from: TestService = service,
  headers: Record<string, string> = {},
): Promise<Response> => from.request('GET', '/courses/all', { headers })

/** Runs a test with a new replica, which has nothing cached, and stops it afterwards. */
async function withReplica(service: TestService, test: (fresh: TestService) => Promise<void>): Promise<void> {
  const fresh = await startReplica(service)
  await test(fresh).finally(() => fresh.stop())
}
