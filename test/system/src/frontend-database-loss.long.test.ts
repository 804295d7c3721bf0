import { type FakeUpstream, startFakeUpstream } from '@course-grading/fake-upstream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { frontendSecret, signIn } from './frontend-client.ts'
import { type PrivateDatabase, startPrivateDatabase } from './private-database.ts'
import { patienceMs, readiness, type ServiceProcess, startServiceProcess, waitFor } from './service-process.ts'
import { tokenOf } from './world.ts'

const statementTimeoutMs = 1_000
/**
 * Without a limit, a call would last until the database is back. The limits are 2 s for checks and 5 s for replies: those of two statements,
 * one more second of the client, and the connection. The rest is for a busy machine.
 */
const inTimeMs = 20_000

let database: PrivateDatabase
let upstream: FakeUpstream
let service: ServiceProcess
beforeEach(async () => {
  ;[database, upstream] = await Promise.all([startPrivateDatabase(), startFakeUpstream()])
  await database.migrate()
})
afterEach(async () => {
  await service.stop()
  await upstream.close()
  await database.remove()
  expect(service.logLines().filter(({ message }) => message === 'uncaught')).toEqual([])
})

const start = async (until: 'ready' | 'listening'): Promise<ServiceProcess> => {
  service = await startServiceProcess(
    'frontend-internal',
    {
      DATABASE_URL: database.urls.frontendInternal,
      UPSTREAM_BASE_URL: upstream.url,
      DATABASE_TIMEOUT_MS: String(statementTimeoutMs),
    },
    { until },
  )
  return service
}

interface Asked {
  readonly outcome: string
  readonly tookMs: number
}

/** One request that was sent once: its outcome and its duration. */
async function ask(session: string, method: string, path: string, body?: object): Promise<Asked> {
  const startedAt = performance.now()
  const reply = await fetch(`${service.url}/internal/frontend${path}`, {
    method,
    body: body ? JSON.stringify(body) : null,
    headers: {
      'X-Service-Frontend-Secret': frontendSecret,
      Authorization: `Bearer ${session}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
  })
  const { code } = (await reply.json()) as { code?: string }
  return { outcome: `${reply.status} ${code ?? ''}`.trim(), tookMs: performance.now() - startedAt }
}

const requests: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/session'],
  ['GET', '/courses/all'],
  ['GET', '/courses/11/settings'],
  ['GET', '/courses/11/students'],
  ['POST', '/courses/11/settings/refresh', {}],
  ['GET', '/preferences'],
  ['GET', '/courses/11/snapshot'],
]

/** Six users send all requests and check liveness until it is stopped. Returns the outcomes. */
function useOn(session: string): { readonly asked: Asked[]; readonly end: () => Promise<void> } {
  const asked: Asked[] = []
  let hasEnded = false
  const people = Array.from({ length: 6 }, async (_, person) => {
    for (let turn = person; !hasEnded; turn += 1) {
      asked.push(await ask(session, ...requests[turn % requests.length]!))
      expect((await fetch(`http://127.0.0.1:${service.opsPort}/health/live`)).status).toBe(200)
    }
  })
  return {
    asked,
    end: async () => {
      hasEnded = true
      await Promise.all(people)
    },
  }
}

const untilReadiness = (status: 200 | 503): Promise<unknown> =>
  waitFor(`readiness ${status}`, inTimeMs, async () => (await readiness(service)) === status || undefined)

describe('frontend-internal and a database that goes away', { timeout: 600_000 }, () => {
  it('by SIGKILL, under load: not ready, replies in time, no user signed out, and ready again', async () => {
    await start('ready')
    const session = await signIn(service)
    const use = useOn(session)
    await waitFor('good answers', patienceMs, () => use.asked.length > 60 || undefined)
    await database.kill()
    await untilReadiness(503)
    const signingIn = await ask('none', 'POST', '/sessions', { token: tokenOf(102) })
    expect(['500 internal', '503 overloaded']).toContain(signingIn.outcome)
    const met = use.asked.length
    await waitFor('every user to have noticed', patienceMs, () => use.asked.length > met + 12 || undefined)
    await database.start()
    await untilReadiness(200)
    await waitFor(
      'a successful reply',
      patienceMs,
      async () => (await ask(session, 'GET', '/session')).outcome === '200' || undefined,
    )
    await use.end()
    const outcomes = new Set(use.asked.map(({ outcome }) => outcome))
    expect(outcomes).toContain('200')
    expect(outcomes).toContain('503 overloaded')
    expect([...outcomes].filter((outcome) => !['200', '500 internal', '503 overloaded'].includes(outcome))).toEqual([])
    expect(Math.max(...use.asked.map(({ tookMs }) => tookMs))).toBeLessThan(inTimeMs)
    for (const [method, path, body] of requests)
      expect((await ask(session, method, path, body)).outcome, path).toBe('200')
  })

  it('before the service starts: live and not ready, and then ready without a restart', async () => {
    await database.kill()
    await start('listening')
    expect([(await fetch(`${service.url}/health/live`)).status, await readiness(service)]).toEqual([200, 503])
    await database.start()
    await untilReadiness(200)
    expect((await ask(await signIn(service), 'GET', '/session')).outcome).toBe('200')
  })
})
