import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFrontend, signIn } from './frontend-client.ts'
import { fullRun } from './full-run.ts'
import { patienceMs, type ServiceProcess, waitFor } from './service-process.ts'
import { startWorld, type SystemWorld, tokenOf } from './world.ts'

/** The number of requests to each process that begin after the reply to a sign-out. */
const afterSignOut = 1000
const afterOthers = fullRun ? 1000 : 100
const paths = ['/session', '/courses', '/preferences', '/sessions', '/courses/11/settings', '/courses/11']
const revokeCommand = join(import.meta.dirname, '../../../services/frontend-internal/bin/revoke-sessions.ts')

let world: SystemWorld
let first: ServiceProcess
let others: readonly [ServiceProcess, ServiceProcess]
beforeAll(async () => {
  world = await startWorld()
  const start = (): Promise<ServiceProcess> => world.start('frontend-internal')
  first = await start()
  others = await Promise.all([start(), start()])
}, 120_000)
afterAll(() => world.stop())

const statusOfSession = async (process: ServiceProcess, session: string): Promise<number> =>
  (await askFrontend(process, 'GET', '/session', { session })).status

async function revokeByCommand(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [revokeCommand, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: world.database.urls.frontendInternal },
  })
}

/**
 * Uses a session on all three processes without a pause, so that anything they might cache of it is fresh. `ended` starts
 * `requests` more requests on each process, and returns their outcomes.
 */
function keepUsing(
  session: string,
  requests: number,
): { readonly ended: () => Promise<readonly ReadonlyMap<string, number>[]>; readonly used: () => number } {
  let used = 0
  let isRevoked = false
  const processes = [first, ...others].map((process) => ({
    process,
    begunAfter: 0,
    outcomes: new Map<string, number>(),
  }))
  const users = Array.from({ length: 12 }, async (_, user) => {
    const at = processes[user % 3]!
    for (let turn = 0; at.begunAfter < requests; turn += 1) {
      const isAfter = isRevoked
      if (isAfter) at.begunAfter += 1
      const reply = await askFrontend(at.process, 'GET', paths[(turn + user) % paths.length]!, { session })
      const { code } = (await reply.json()) as { code?: string }
      used += 1
      if (isAfter) at.outcomes.set(`${reply.status} ${code}`, (at.outcomes.get(`${reply.status} ${code}`) ?? 0) + 1)
    }
  })
  return {
    used: () => used,
    ended: async () => {
      isRevoked = true
      await Promise.all(users)
      return processes.map(({ outcomes }) => outcomes)
    },
  }
}

describe('a session that was ended', { timeout: 180_000 }, () => {
  it.each<[how: string, requests: number, end: (session: string, other: string) => Promise<unknown>]>([
    ['where it signed out', afterSignOut, (session) => askFrontend(first, 'DELETE', '/session', { session })],
    [
      'by its owner elsewhere',
      afterOthers,
      (_session, other) => askFrontend(first, 'DELETE', '/sessions', { session: other }),
    ],
    ['by an operator, with all of its person', afterOthers, () => revokeByCommand('--user', '101')],
    ["by an operator, with everybody's", afterOthers, () => revokeByCommand('--all')],
  ])('%s, is refused by every process, each of %i times', async (_how, requests, end) => {
    const [session, other] = [await signIn(first), await signIn(others[0])]
    for (const process of [first, ...others]) expect(await statusOfSession(process, session)).toBe(200)
    const use = keepUsing(session, requests)
    await waitFor('the session to be in use', patienceMs, () => use.used() > 50 || undefined)
    await end(session, other)
    const refused = new Map([['401 invalid_session', requests]])
    expect(await use.ended()).toEqual([refused, refused, refused])
    const { rows } = await world.query('SELECT FROM session WHERE user_id = 101')
    expect(rows.length).toBeLessThan(2)
  })

  it('does not end the other sessions of its person', async () => {
    const sessions = [await signIn(first, tokenOf(104)), await signIn(others[0], tokenOf(104))] as const
    expect((await askFrontend(first, 'DELETE', '/session', { session: sessions[0] })).status).toBe(204)
    expect(await Promise.all(others.map((process) => statusOfSession(process, sessions[1])))).toEqual([200, 200])
  })

  it('because the platform refused its token on one process, is refused by all', async () => {
    const session = await signIn(first, tokenOf(102))
    world.upstream.world.revokeToken(102)
    await world.query(`UPDATE session SET identity_at = identity_at - interval '6 minutes' WHERE user_id = 102`)
    const reply = await askFrontend(others[0], 'GET', '/courses', { session })
    expect([reply.status, await reply.json()]).toMatchObject([401, { code: 'invalid_upstream_token' }])
    for (const process of [first, ...others]) expect(await statusOfSession(process, session)).toBe(401)
    expect((await world.query('SELECT FROM session WHERE user_id = 102')).rows).toEqual([])
  })
})

/** Shifts the clock of a process by some hours. */
const clockOff = (hours: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${hours * 3_600_000}) : super(...given) }
      static now() { return Real.now() + ${hours * 3_600_000} }
    }
  `)}`,
})

describe('a session that expires', { timeout: 180_000 }, () => {
  it('ends on every process at the same time, independently of their clocks', async () => {
    const processes = [
      first,
      ...(await Promise.all([
        world.start('frontend-internal', clockOff(-48)),
        world.start('frontend-internal', clockOff(48)),
      ])),
    ]
    for (const [turn, process] of processes.entries()) {
      await world.query('DELETE FROM session WHERE user_id = 103')
      const session = await signIn(process, tokenOf(103))
      for (const each of processes) expect(await statusOfSession(each, session), `begun on ${turn}`).toBe(200)
      await world.query(
        `UPDATE session SET created_at = created_at - interval '13 hours', expires_at = now() - interval '1 millisecond' WHERE user_id = 103`,
      )
      for (const each of processes) {
        const reply = await askFrontend(each, 'GET', '/session', { session })
        expect([reply.status, await reply.json()], `begun on ${turn}`).toMatchObject([401, { code: 'session_expired' }])
      }
    }
  })
})

/**
 * Runs `send`, 8 at a time, while `goesOn`. That is many at once, and yet each gets a database connection even on a slow
 * machine. A request that waits too long for one would be rejected with 503 after it was counted by the limit.
 */
async function crowd(
  goesOn: (begun: number) => boolean,
  send: (turn: number) => Promise<void>,
): Promise<{ readonly seconds: number }> {
  const start = performance.now()
  let begun = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (goesOn(begun)) {
        begun += 1
        await send(begun)
      }
    }),
  )
  return { seconds: (performance.now() - start) / 1000 }
}

describe('a storm of sign-ins', { timeout: 120_000 }, () => {
  it('of one user is limited to 20 a minute, and only the last ten sessions remain', async () => {
    const fresh = await world.start('frontend-internal')
    const codes: string[] = []
    const { seconds } = await crowd(
      (begun) => begun < 60 || !codes.includes('429 rate_limited'),
      async () => {
        const reply = await askFrontend(fresh, 'POST', '/sessions', { body: { token: tokenOf(105) } })
        codes.push(`${reply.status} ${((await reply.json()) as { code?: string }).code}`)
        if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      },
    )
    expect(new Set(codes)).toEqual(new Set(['201 undefined', '429 rate_limited']))
    const accepted = codes.filter((code) => code === '201 undefined').length
    expect(accepted).toBeGreaterThanOrEqual(20)
    // The limit recovers one sign-in every three seconds.
    expect(accepted).toBeLessThanOrEqual(20 + seconds / 3)
    expect((await world.query('SELECT FROM session WHERE user_id = 105')).rows.length).toBe(10)
    // Existing sessions and the sign-ins of other users are not affected.
    expect(await statusOfSession(fresh, await signIn(fresh, tokenOf(104)))).toBe(200)
  })

  it('with unknown tokens is limited to 600 a minute, and the platform is called no more often', async () => {
    const fresh = await world.start('frontend-internal')
    const session = await signIn(fresh, tokenOf(104))
    world.upstream.journal.clear()
    const codes: string[] = []
    const { seconds } = await crowd(
      (begun) => begun < 700 || !codes.includes('429 rate_limited'),
      async (turn) => {
        const reply = await askFrontend(fresh, 'POST', '/sessions', {
          body: { token: turn.toString(16).padStart(40, 'f') },
        })
        codes.push(`${reply.status} ${((await reply.json()) as { code?: string }).code}`)
      },
    )
    expect(new Set(codes)).toEqual(new Set(['401 invalid_upstream_token', '429 rate_limited']))
    const asked = codes.filter((code) => code.startsWith('401')).length
    expect(asked).toBeGreaterThanOrEqual(599)
    // The limit recovers ten sign-ins every second.
    expect(asked).toBeLessThanOrEqual(600 + seconds * 10)
    expect(world.upstream.journal.entries.length).toBeLessThanOrEqual(asked)
    expect(await statusOfSession(fresh, session)).toBe(200)
  })
})
