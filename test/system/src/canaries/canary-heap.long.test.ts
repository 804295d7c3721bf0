import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { exchangeBytes, rawRequest, statusOf } from './canary-exchange.ts'
import { askFrontend, signIn } from '../frontend-client.ts'
import { type ServiceName, type ServiceProcess, waitFor } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'

describe('a token', () => {
  it(
    'is in no object of public-api when its requests have ended',
    { timeout: 600_000 },
    async ({ world, folder, start }) => {
      const service = await start('public-api', { RATE_LIMIT_PER_MINUTE: '1000' })
      const headers = [
        ['Authorization', `Token ${tokens.remembered}`],
        ['Content-Type', 'application/json'],
        ['If-Match', '"1"'],
      ] as const
      const body = JSON.stringify(aSettingsChange())
      expect(statusOf(await exchangeBytes(service.port, rawRequest({ method: 'PUT', target, headers, body })))).toBe(
        200,
      )
      await ask(service, tokens.remembered, 200)
      await ask(service, tokens.refused, 401)
      await ask(service, tokens.forbidden, 403)
      // Now the cache replies, so what it keeps is in the heap that is searched.
      const before = world.upstream.journal.count({ path: '/api/v2/users/me' })
      await ask(service, tokens.remembered, 200)
      await ask(service, tokens.refused, 401)
      expect(world.upstream.journal.count({ path: '/api/v2/users/me' })).toBe(before)

      const heap = await heapOf(folder, service)
      expect(heap).toContain('Programming 1')
      expect(
        Object.entries(tokens)
          .filter(([, token]) => heap.includes(token))
          .map(([name]) => name),
      ).toEqual([])
    },
  )

  it(
    'is in no object of frontend-internal when its requests have ended, although its session continues',
    { timeout: 600_000 },
    async ({ folder, start }) => {
      const frontend = await start('frontend-internal')
      const session = await signIn(frontend, tokens.remembered)
      const outsider = await signIn(frontend, tokens.forbidden)
      const statuses = [
        await askFrontend(frontend, 'POST', '/sessions', { body: { token: tokens.refused } }),
        await askFrontend(frontend, 'GET', '/courses/11/settings', { session: outsider }),
        // All of these call the learning platform with the token, one of them with many calls at once.
        await askFrontend(frontend, 'POST', '/courses/11/snapshot/refresh', { session }),
        await askFrontend(frontend, 'POST', '/courses/11/settings/refresh', { session }),
        await askFrontend(frontend, 'GET', '/courses/11/graders', { session }),
        await askFrontend(frontend, 'GET', '/courses/all'),
      ].map(({ status }) => status)
      expect(statuses).toEqual([401, 403, 200, 200, 200, 200])

      const heap = await heapOf(folder, frontend)
      expect(heap).toContain('Programming 1')
      const secrets = { ...tokens, session, outsider }
      expect(
        Object.entries(secrets)
          .filter(([, secret]) => heap.includes(secret))
          .map(([name]) => name),
      ).toEqual([])
    },
  )
})

const target = '/api/v1/courses/11/settings'
const tokens = {
  remembered: randomBytes(20).toString('hex'),
  refused: randomBytes(20).toString('hex'),
  forbidden: randomBytes(20).toString('hex'),
}

/** A snapshot of the heap after garbage collection. */
async function heapOf(folder: string, { pid, signal }: ServiceProcess): Promise<string> {
  signal('SIGUSR2')
  return await waitFor('the heap to be written', () => {
    const file = readdirSync(folder).find((name) => name.split('.').includes(String(pid)))
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'latin1')
    return text.endsWith(']}') || text.endsWith(']}\n') ? text : undefined
  })
}

async function ask({ port }: ServiceProcess, token: string, status: number): Promise<void> {
  const authorization = [['Authorization', `Token ${token}`]] as const
  expect(statusOf(await exchangeBytes(port, rawRequest({ target, headers: authorization })))).toBe(status)
}

const it = onServices
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'canary-heap-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  })
  .extend('start', { scope: 'file' }, ({ world, folder }) => {
    world.upstream.world.addUser({ id: 9001, username: 'canary', token: tokens.remembered })
    world.upstream.world.addUser({ id: 9002, username: 'outsider', token: tokens.forbidden })
    world.upstream.world.setRole(11, 9001, 'teacher')
    // The older platform is asked about each course, and these replies are cached too.
    world.upstream.world.features.roleCourseLists = false
    const heapOnSignal = { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` }
    return (name: ServiceName, env: Record<string, string> = {}) => world.start(name, { ...env, ...heapOnSignal })
  })
