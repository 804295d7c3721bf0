import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { freeSlots } from './free-slots.fixture.ts'
import { slimWork, startWithSnapshot } from './submissions.fixture.ts'

const staff = [101, 102, 103, 302, 303]
let service: TestService & { readonly teacher: string }
const sessions = new Map<number, string>()
const open: AbortController[] = []
beforeAll(async () => {
  service = await startWithSnapshot({
    limits: { archiveSilenceMs: 50 },
    world: (world) => {
      slimWork(world)
      for (const userId of [302, 303]) world.setRole(11, userId, 'teacher')
    },
  })
  for (const userId of staff) sessions.set(userId, await service.signIn(userId))
})
beforeEach(() => service.upstream.journal.clear())
afterEach(async () => {
  for (const leaving of open.splice(0)) leaving.abort()
  service.upstream.faults.clear()
  for (const userId of staff) await expect.poll(() => freeSlotsOf(userId)).toBe(2)
})
afterAll(() => service.stop())

function get(userId: number, path = '1104/archive'): Promise<Response> {
  const leaving = new AbortController()
  open.push(leaving)
  return service.request('GET', `/courses/11/exercises/${path}`, {
    session: sessions.get(userId) ?? '',
    signal: leaving.signal,
  })
}
/** How many archives somebody could begin now. */
const freeSlotsOf = (userId: number) => freeSlots(service.deps.takeArchiveSlot, [userId, userId, userId])
/** Lets archives begin and then wait for their first file. */
const nothingComes = () =>
  service.upstream.faults.add({ path: '/api/v2/submissions/*/files/*', action: { kind: 'never_answer' } })

describe('archives at the same time', () => {
  it('are at most two for a person', async () => {
    nothingComes()
    const begun = await Promise.all([get(101), get(101)])
    expect(begun.map(({ status }) => status)).toEqual([200, 200])
    const third = await get(101)
    expect([third.headers.get('retry-after'), ...(await problemOf(third))]).toEqual(['30', 503, 'overloaded'])
    expect((await get(102)).status).toBe(200)
  })

  it('are at most eight for all people', async () => {
    nothingComes()
    const begun = await Promise.all(staff.slice(0, 4).flatMap((userId) => [get(userId), get(userId)]))
    expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const ninth = await get(303)
    expect([ninth.headers.get('retry-after'), ...(await problemOf(ninth))]).toEqual(['30', 503, 'overloaded'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['has been read', async () => (await get(101)).arrayBuffer()],
    [
      'is left by its reader',
      async () => {
        nothingComes()
        await get(101)
        open.pop()?.abort()
      },
    ],
    [
      'is left before its first byte',
      async () => {
        service.upstream.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'delay', delayMs: 500 } })
        const asked = get(101)
        await service.upstream.journal.waitFor({ operation: 'readExercise' }, 10_000)
        open.pop()?.abort()
        await expect(asked).rejects.toThrow()
      },
    ],
    [
      'breaks off',
      async () => {
        const action = { kind: 'half_answer', bytes: 1_000_000 } as const
        service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', after: 1, action })
        await expect((async () => (await get(101, '1103/archive?attempts=all')).arrayBuffer())()).rejects.toThrow()
      },
    ],
    ['is of no exercise', async () => expect((await get(101, '9999/archive')).status).toBe(404)],
    [
      'is refused upstream',
      async () => {
        service.upstream.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'status', status: 401 } })
        expect((await get(101)).status).toBe(401)
        sessions.set(101, await service.signIn(101))
      },
    ],
    [
      'is asked for by HEAD',
      async () => service.request('HEAD', '/courses/11/exercises/1104/archive', { session: sessions.get(101)! }),
    ],
  ])('release a slot when one %s', async (_how, act) => {
    await act()
    await expect.poll(() => freeSlotsOf(101), { timeout: 5_000 }).toBe(2)
  })
})
