import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { findFreePort } from '@course-grading/embedded-postgres'
import { type FaultAction, startFakeUpstream } from '@course-grading/fake-upstream'
import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { fullRun } from './full-run.ts'
import { expectEnvelope, readPublishedContract } from './published-contract.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'
import { it as onServices } from './system-test.ts'
import { readSettings, type SystemWorld, tokenOf, writeSettings } from './world.ts'

const timeoutMs = fullRun ? 5_000 : 1_000
const victims: Record<string, Victim> = {
  'a read with a token seen for the first time': {
    path: '/api/v2/users/me',
    statuses: (fault) => fault.identity,
    send: (service, token) => readSettings(service, { token }),
  },
  'a write, when the writer is checked': {
    path: '/api/v2/users/me',
    statuses: (fault) => fault.identity,
    send: (service, token) => writeSettings(service, { token, body: change, ifMatch: '"1"' }),
  },
  'a write, when a grader is checked': {
    path: '/api/v2/users/103',
    statuses: (fault) => fault.person,
    send: (service, token) => writeSettings(service, { token, body: change, ifMatch: '"1"' }),
  },
}

describe.each(Object.entries(victims))('upstream fails %s', (_name, victim) => {
  let service: ServiceProcess
  // A breaker opens after 20 calls of which half fail. It has its own tests, so these stay below that number.
  it.beforeAll(async ({ world }) => {
    service = await world.start('public-api', { UPSTREAM_TIMEOUT_MS: String(timeoutMs) })
    await readSettled(service, tokenOf(101))
  })
  let teacherId = 7000
  const newTeacher = ({ upstream }: SystemWorld): string => {
    teacherId += 1
    const { id, token } = upstream.world.addUser({ username: `teacher-${teacherId}` })
    upstream.world.setRole(11, id, 'teacher')
    return token!
  }

  it.for(Object.entries(faults))('with %s', async ([, fault], { world, elsewhere, contract }) => {
    const [wanted, code] = victim.statuses(fault) ?? [502, 'aplus_unavailable']
    const token = newTeacher(world)
    world.upstream.faults.add({
      path: victim.path,
      action: fault.action(`${elsewhere.origin}/stolen`),
    })

    let tookMs = 0
    const meet = (): Promise<Response> =>
      waitFor('the fault to be played', async () => {
        const startedAt = performance.now()
        const met = await victim.send(service, token)
        tookMs = performance.now() - startedAt
        return world.upstream.faults.list()[0]?.played === 0 ? undefined : met
      })
    const answer = await meet()
    expect(answer.headers.get('retry-after')).toBe(fault.retryAfter ?? null)
    const { error } = await expectEnvelope(contract, answer)
    expect(answer.status).toBe(wanted)
    expect(error.code).toBe(code)
    expect(tookMs).toBeLessThan(boundMs)
    for (let attempt = 1; attempt < tries && tookMs >= promisedMs; attempt += 1) await (await meet()).arrayBuffer()
    if (fullRun) expect(tookMs).toBeLessThan(promisedMs)
    expect(elsewhere.connections()).toBe(0)

    world.upstream.faults.clear()
    expect(await isRevisionOne(service)).toBe(true)
    // Only a rejection of the token itself is cached for a moment.
    const isRemembered = wanted === 401 && victim.path.endsWith('/me')
    expect((await readSettled(service, token)).status).toBe(isRemembered ? 401 : 200)
    for (let call = 0; call < 3; call += 1) expect((await readSettled(service, newTeacher(world))).status).toBe(200)
  })

  it('logs nothing else', () => {
    expect(service.errors()).toEqual([])
    expect(service.logLines().filter(({ message }) => message === 'request').length).toBeGreaterThan(
      Object.keys(faults).length,
    )
  })
})

describe('an upstream that is not reachable', () => {
  it('is noticed at once, and so is its return', async ({ world, contract }) => {
    const port = await findFreePort()
    const service = await world.start('public-api', {
      UPSTREAM_TIMEOUT_MS: String(timeoutMs),
      UPSTREAM_BASE_URL: `http://127.0.0.1:${port}`,
    })
    for (const answer of [await readSettings(service), await writeSettings(service, { body: change })]) {
      expect((await expectEnvelope(contract, answer)).error.code).toBe('aplus_unavailable')
      expect(answer.status).toBe(502)
    }
    const back = await startFakeUpstream({ port })
    expect((await readSettled(service, tokenOf(101))).status).toBe(200)
    await back.close()
  })
})

/** Without a limit a call would never end. The slack is for a machine that is busy with other tests. */
const boundMs = 20 * timeoutMs
/** The promised duration of a failing call. A busy machine may exceed it once, but not five times. */
const promisedMs = 5_000
const tries = fullRun ? 5 : 1

interface Fault {
  /** Called with the address of a server that must get no connection. */
  readonly action: (elsewhere: string) => FaultAction
  readonly retryAfter?: string
  /** Statuses for `users/me` and for the lookup of a person, where they are not 502. */
  readonly identity?: readonly [number, string]
  readonly person?: readonly [number, string]
}

interface Victim {
  readonly path: string
  readonly statuses: (fault: Fault) => readonly [number, string] | undefined
  readonly send: (service: ServiceProcess, token: string) => Promise<Response>
}

/** Waits until a read succeeds, without upstream or with a good reply of it. */
const readSettled = (service: ServiceProcess, token: string): Promise<Response> =>
  waitFor('upstream to answer in time', async () => {
    const answer = await readSettings(service, { token })
    return answer.status === 502 ? undefined : answer
  })

const isRevisionOne = async (service: ServiceProcess): Promise<boolean> =>
  ((await (await readSettled(service, tokenOf(101))).json()) as { revision: number }).revision === 1

type Details = Omit<Extract<FaultAction, { kind: 'status' }>, 'kind' | 'status'>

const status =
  (code: number, more: Details = {}) =>
  () =>
    ({ kind: 'status', status: code, ...more }) as const
const json = (body: string) => status(200, { contentType: 'application/json', body })
const invalidToken = [401, 'invalid_token'] as const

const faults: Record<string, Fault> = {
  'no answer': { action: () => ({ kind: 'never_answer' }) },
  'a reply after the limit': { action: () => ({ kind: 'delay', delayMs: timeoutMs + 200 }) },
  'a reply that drips slowly': { action: () => ({ kind: 'slow_drip', chunkBytes: 1, intervalMs: 20 }) },
  'half a reply': { action: () => ({ kind: 'half_answer' }) },
  'a reset': { action: () => ({ kind: 'reset_before_body' }) },
  'a reset after the processing': { action: () => ({ kind: 'drop_answer' }) },
  'an HTML page': { action: status(200, { contentType: 'text/html; charset=utf-8', body: '<h1>Welcome</h1>' }) },
  'a wrong media type': { action: () => ({ kind: 'wrong_content_type', contentType: 'text/plain' }) },
  'no JSON': { action: json('{"id":101') },
  'JSON of a wrong shape': { action: json('{"id":"101","staff_courses":{}}') },
  'an id beyond what numbers hold': { action: json('{"id":9007199254740993}') },
  'a list instead': { action: json('[]') },
  'an empty answer': { action: json('') },
  'an answer of 3 MB': { action: json(JSON.stringify({ id: 101, fill: 'x'.repeat(3_000_000) })) },
  'no content': { action: status(204) },
  '400': { action: status(400) },
  '401': { action: status(401), identity: invalidToken, person: invalidToken },
  '403': { action: status(403) },
  '404': { action: status(404), person: [400, 'validation_failed'] },
  '429': { action: status(429) },
  '429 with Retry-After': { action: status(429, { retryAfterS: 7 }), retryAfter: '7' },
  '429 with a Retry-After of a day': { action: status(429, { retryAfterS: 86_400 }), retryAfter: '60' },
  '500': { action: status(500) },
  '502': { action: status(502) },
  '503': { action: status(503) },
  '503 with Retry-After': { action: status(503, { retryAfterS: 3 }), retryAfter: '3' },
  'a redirect to another origin': { action: (location) => ({ kind: 'redirect', status: 302, location }) },
  'a redirect that keeps the method': { action: (location) => ({ kind: 'redirect', status: 307, location }) },
}

const change = JSON.stringify(aSettingsChange())

const it = onServices
  /** A server that must get no connection. */
  .extend('elsewhere', { scope: 'file' }, async ({}, { onCleanup }) => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onCleanup(() => void server.close())
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections }
  })
  .extend('contract', { scope: 'file' }, ({ publicApi }) => readPublishedContract(publicApi))
  .extend('faultless', { auto: true }, ({ world }, { onCleanup }) =>
    onCleanup(() => {
      world.upstream.faults.clear()
      world.upstream.journal.clear()
    }),
  )
