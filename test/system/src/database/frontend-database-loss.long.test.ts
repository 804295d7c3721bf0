import { describe, expect } from 'vitest'
import { frontendSecret, signIn } from '../frontend-client.ts'
import { inTimeMs, lossTest } from './database-loss-test.ts'
import { readiness, type ServiceProcess, untilReadiness, waitFor } from '../service-process.ts'
import { tokenOf } from '../world.ts'

const it = lossTest('frontend-internal')

describe('frontend-internal and a database that goes away', { timeout: 600_000 }, () => {
  it('by SIGKILL, under load: not ready, replies in time, no user signed out, and ready again', async ({
    database,
    start,
  }) => {
    await database.migrate()
    const service = await start('ready')
    const session = await signIn(service)
    const use = useOn(service, session)
    await waitFor('good answers', () => use.asked.length > 60)
    await database.kill()
    await untilReadiness(service, 503, inTimeMs)
    const signingIn = await ask(service, 'none', 'POST', '/sessions', { token: tokenOf(102) })
    expect(['500 internal', '503 overloaded']).toContain(signingIn.outcome)
    const met = use.asked.length
    await waitFor('every user to have noticed', () => use.asked.length > met + 12)
    await database.start()
    await untilReadiness(service, 200, inTimeMs)
    await waitFor('a successful reply', async () => (await ask(service, session, 'GET', '/session')).outcome === '200')
    await use.end()
    const outcomes = new Set(use.asked.map(({ outcome }) => outcome))
    expect(outcomes).toContain('200')
    expect(outcomes).toContain('503 overloaded')
    expect([...outcomes].filter((outcome) => !['200', '500 internal', '503 overloaded'].includes(outcome))).toEqual([])
    expect(Math.max(...use.asked.map(({ tookMs }) => tookMs))).toBeLessThan(inTimeMs)
    for (const [method, path, body] of requests)
      expect((await ask(service, session, method, path, body)).outcome, path).toBe('200')
  })

  it('before the service starts: live and not ready, and then ready without a restart', async ({ database, start }) => {
    await database.migrate()
    await database.kill()
    const service = await start('listening')
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200)
    expect(await readiness(service)).toBe(503)
    await database.start()
    await untilReadiness(service, 200, inTimeMs)
    expect((await ask(service, await signIn(service), 'GET', '/session')).outcome).toBe('200')
  })
})

interface Asked {
  readonly outcome: string
  readonly tookMs: number
}

/** One request that was sent once: its outcome and its duration. */
async function ask(
  service: ServiceProcess,
  session: string,
  method: string,
  path: string,
  body?: object,
): Promise<Asked> {
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
function useOn(
  service: ServiceProcess,
  session: string,
): { readonly asked: Asked[]; readonly end: () => Promise<void> } {
  const asked: Asked[] = []
  let hasEnded = false
  const people = Array.from({ length: 6 }, async (_, person) => {
    for (let turn = person; !hasEnded; turn += 1) {
      asked.push(await ask(service, session, ...requests[turn % requests.length]!))
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
