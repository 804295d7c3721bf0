import { fullRun } from '@course-grading/data/testing/full-run'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { type BalancedRequest, restartInTurn, type Turn } from './balancer.ts'
import { frontendSecret, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it } from '../system-test.ts'
import { tokenOf } from '../world.ts'

const restarts = fullRun ? 50 : 2
const frontendRestarts = fullRun ? 50 : 1

describe('SIGTERM', () => {
  it(
    `under load: no request fails, and no write is lost, at ${restarts} restarts in turn`,
    { timeout: 1_200_000 },
    async ({ world }) => {
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
    async ({ world }) => {
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

  it(
    `of web under load: no page fails, at ${frontendRestarts} restarts in turn`,
    { timeout: 1_200_000 },
    async ({ world }) => {
      const boundary = await world.start('frontend-internal')
      // The address by which people know the pages, and a session of the demo world's teacher.
      const headers = { host: '127.0.0.1:8080', cookie: `session=${await signIn(boundary)}.101` }
      const outcomes = await restartInTurn({
        restarts: frontendRestarts,
        start: () => world.start('web', { FRONTEND_INTERNAL_URL: boundary.url }),
        requests: ['/', '/courses/11'].map((path) => ({ path, headers })),
      })
      expect([...outcomes.keys()]).toEqual(['200'])
      expect(outcomes.get('200')).toBeGreaterThan(100 * frontendRestarts)
    },
  )
})
