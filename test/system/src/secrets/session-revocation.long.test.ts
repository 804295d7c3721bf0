import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import { clockOff, type ServiceProcess, waitFor } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { type SystemWorld, tokenOf } from '../world.ts'

describe('a session that was ended', { timeout: 180_000 }, () => {
  it.for<[how: string, requests: number, end: (on: Ending) => Promise<unknown>]>([
    [
      'where it signed out',
      afterSignOut,
      ({ processes, session }) => askFrontend(processes[0], 'DELETE', '/session', { session }),
    ],
    [
      'by its owner elsewhere',
      afterOthers,
      ({ processes, other }) => askFrontend(processes[0], 'DELETE', '/sessions', { session: other }),
    ],
    ['by an operator, with all of its person', afterOthers, ({ world }) => revokeByCommand(world, '--user', '101')],
    ["by an operator, with everybody's", afterOthers, ({ world }) => revokeByCommand(world, '--all')],
  ])('%s, is refused by every process, each of %i times', async ([, requests, end], { world, processes }) => {
    const [session, other] = [await signIn(processes[0]), await signIn(processes[1])]
    for (const process of processes) expect(await statusOfSession(process, session)).toBe(200)
    const use = keepUsing(processes, session, requests)
    await waitFor('the session to be in use', () => use.used() > 50)
    await end({ world, processes, session, other })
    const refused = new Map([['401 invalid_session', requests]])
    expect(await use.ended()).toEqual([refused, refused, refused])
    const { rows } = await world.query('SELECT FROM session WHERE user_id = 101')
    expect(rows.length).toBeLessThan(2)
  })

  it('because the platform refused its token on one process, is refused by all', async ({ world, processes }) => {
    const session = await signIn(processes[0], tokenOf(102))
    world.upstream.world.revokeToken(102)
    await world.query(`UPDATE session SET identity_at = identity_at - interval '6 minutes' WHERE user_id = 102`)
    const reply = await askFrontend(processes[1], 'GET', '/courses', { session })
    await expect(reply).toBeProblem(401, 'invalid_upstream_token')
    for (const process of processes) expect(await statusOfSession(process, session)).toBe(401)
    expect((await world.query('SELECT FROM session WHERE user_id = 102')).rows).toEqual([])
  })
})

describe('a session that expires', { timeout: 180_000 }, () => {
  it('ends on every process at the same time, independently of their clocks', async ({ world, processes: [first] }) => {
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
        await expect(reply, `begun on ${turn}`).toBeProblem(401, 'session_expired')
      }
    }
  })
})

const paths = ['/session', '/courses', '/preferences', '/sessions', '/courses/11/settings', '/courses/11']

interface Ending {
  readonly world: SystemWorld
  readonly processes: readonly [ServiceProcess, ...ServiceProcess[]]
  readonly session: string
  readonly other: string
}

const statusOfSession = async (process: ServiceProcess, session: string): Promise<number> =>
  (await askFrontend(process, 'GET', '/session', { session })).status

async function revokeByCommand({ database }: SystemWorld, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [revokeCommand, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.urls.frontendInternal },
  })
}

/**
 * Uses a session on all three processes without a pause, so that anything they might cache of it is fresh. `ended` starts
 * `requests` more requests on each process, and returns their outcomes.
 */
function keepUsing(
  processes: readonly ServiceProcess[],
  session: string,
  requests: number,
): { readonly ended: () => Promise<readonly ReadonlyMap<string, number>[]>; readonly used: () => number } {
  let used = 0
  let isRevoked = false
  const each = processes.map((process) => ({
    process,
    begunAfter: 0,
    outcomes: new Map<string, number>(),
  }))
  const users = Array.from({ length: 12 }, async (_, user) => {
    const at = each[user % 3]!
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
      return each.map(({ outcomes }) => outcomes)
    },
  }
}

/** The number of requests to each process that begin after the reply to a sign-out. */
const afterSignOut = 1000
const afterOthers = fullRun ? 1000 : 100
const revokeCommand = join(import.meta.dirname, '../../../../services/frontend-internal/bin/revoke-sessions.ts')

const it = onServices.extend('processes', { scope: 'file' }, ({ world }) => {
  const start = () => world.start('frontend-internal')
  return Promise.all([start(), start(), start()])
})
