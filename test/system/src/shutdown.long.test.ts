import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BalancedRequest, restartInTurn, type Turn } from './balancer.ts'
import { frontendSecret, signIn } from './frontend-client.ts'
import { fullRun } from './full-run.ts'
import { openConnection } from './raw-connection.ts'
import { patienceMs, readiness, type ServiceProcess, waitFor } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf } from './world.ts'

const restarts = fullRun ? 50 : 2
const frontendRestarts = fullRun ? 50 : 1

const change = JSON.stringify(aSettingsChange({ graders: [] }))

let world: SystemWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('SIGTERM', () => {
  it(
    `under load: no request fails, and no write is lost, at ${restarts} restarts in turn`,
    { timeout: 1_200_000 },
    async () => {
      const settings = { path: '/api/v1/courses/13/settings', headers: { authorization: `Token ${tokenOf(104)}` } }
      const body = JSON.stringify(changeOf(demoCourses.dataStructures))
      const written: string[] = []
      /** Reads settings and writes them back. Only another writer in between may make that fail. */
      const writeAgain: Turn = async (send) => {
        const read = await send(settings)
        if (read.status !== 200) return `a read before a write: ${read.status}`
        const { status, etag } = await send({
          ...settings,
          method: 'PUT',
          headers: { ...settings.headers, 'if-match': read.etag, 'content-type': 'application/json' },
          body,
        })
        if (status === 200) written.push(etag)
        return `a write: ${status}`
      }
      const outcomes = await restartInTurn({
        restarts,
        start: () => world.start('public-api'),
        requests: [settings],
        turns: [writeAgain, writeAgain],
      })
      expect(['200', 'a write: 200', 'a write: 412']).toEqual(expect.arrayContaining([...outcomes.keys()]))
      expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(100 * restarts)
      expect(written.length).toBeGreaterThan(0)
      // Every revision after the first was returned by exactly one write.
      const {
        rows: [{ revision } = { revision: 0 }],
      } = await world.query<{ revision: number }>('SELECT revision FROM course_settings WHERE course_id = 13')
      expect(written.map((etag) => Number(JSON.parse(etag))).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: revision - 1 }, (_, index) => index + 2),
      )
      expect(outcomes.get('a write: 200')).toBe(written.length)
    },
  )

  it(
    `of frontend-internal under load: no request fails, at ${frontendRestarts} restarts in turn`,
    { timeout: 1_200_000 },
    async () => {
      const start = (): Promise<ServiceProcess> => world.start('frontend-internal')
      const headers = {
        authorization: `Bearer ${await signIn(await start())}`,
        'x-service-frontend-secret': frontendSecret,
      }
      const get = (path: string): BalancedRequest => ({ path: `/internal/frontend${path}`, headers })
      const outcomes = await restartInTurn({
        restarts: frontendRestarts,
        start,
        requests: [
          get('/session'),
          get('/courses/all'),
          get('/courses/11/settings'),
          get('/courses/11/students?q=demonen'),
          get('/courses/11/snapshot'),
          { ...get('/courses/11/settings/refresh'), method: 'POST' },
          get('/courses/11/graders'),
        ],
      })
      expect([...outcomes.keys()]).toEqual(['200'])
      expect(outcomes.get('200')).toBeGreaterThan(100 * frontendRestarts)
    },
  )

  it('twice is the same as once: requests in progress are completed, then exit 0', { timeout: 600_000 }, async () => {
    const service = await world.start('public-api', { SHUTDOWN_GRACE_S: '30' })
    service.signal('SIGTERM')
    await waitFor('readiness 503', patienceMs, async () => (await readiness(service)) === 503 || undefined)
    // New requests are accepted for 5 s after the signal. This one begins within that time and ends after it.
    const slow = await openConnection(service.port)
    await slow.send(
      [
        'PUT /api/v1/courses/11/settings HTTP/1.1',
        'Host: api.example.org',
        `Authorization: Token ${tokenOf(101)}`,
        'If-Match: "1"',
        'Content-Type: application/json',
        `Content-Length: ${change.length}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    )
    expect(await slow.answer()).toMatchObject({ status: 100 })
    service.signal('SIGTERM')
    service.signal('SIGTERM')
    await waitFor(
      'the service to stop listening',
      patienceMs,
      async () => (await readiness(service)) === null || undefined,
    )
    await slow.send(change)
    expect(await slow.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    expect(await service.exited).toBe(0)
    expect(service.logLines().filter(({ message }) => message === 'draining')).toHaveLength(1)
    expect(service.logLines().filter(({ level }) => level === 'error')).toEqual([])
  })

  it(
    'closes idle connections, and ends the process after the grace time although clients still wait',
    { timeout: 600_000 },
    async () => {
      const service = await world.start('public-api', { SHUTDOWN_GRACE_S: '7' })
      await (await readSettings(service)).arrayBuffer() // its connection stays open
      const stuck = await openConnection(service.port)
      await stuck.send(
        [
          'PUT /api/v1/courses/11/settings HTTP/1.1',
          'Host: api.example.org',
          `Authorization: Token ${tokenOf(101)}`,
          'If-Match: "1"',
          'Content-Type: application/json',
          'Content-Length: 1000',
          'Expect: 100-continue',
          '',
          '',
        ].join('\r\n'),
      )
      expect(await stuck.answer()).toMatchObject({ status: 100 })
      const signalledAt = performance.now()
      service.signal('SIGTERM')
      expect(await service.exited).toBe(0)
      const tookMs = performance.now() - signalledAt
      expect(tookMs).toBeGreaterThan(4_900)
      // Otherwise a stuck request would last for the 30 s that a request may take.
      expect(tookMs).toBeLessThan(20_000)
      expect(await stuck.answer()).toBeNull()
    },
  )
})
