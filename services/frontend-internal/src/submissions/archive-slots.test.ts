import { describe, expect } from 'vitest'
import { freeSlots } from './free-slots.fixture.ts'
import { slimWork, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
it.beforeEach(({ service }) => service.upstream.journal.clear())

describe('archives at the same time', () => {
  it('are at most two for a person', async ({ service }) => {
    nothingComes(service)
    const begun = await Promise.all([get(service, 101), get(service, 101)])
    expect(begun.map(({ status }) => status)).toEqual([200, 200])
    const third = await get(service, 101)
    await expect(third).toBeProblem(503, 'overloaded')
    expect(third.headers.get('retry-after')).toBe('30')
    await expect(get(service, 102)).toBeReply(200)
  })

  it('are at most eight for all people', async ({ service }) => {
    nothingComes(service)
    const begun = await Promise.all(staff.slice(0, 4).flatMap((userId) => [get(service, userId), get(service, userId)]))
    expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const ninth = await get(service, 303)
    await expect(ninth).toBeProblem(503, 'overloaded')
    expect(ninth.headers.get('retry-after')).toBe('30')
  })

  it.for<[string, (service: TestService) => Promise<unknown>]>([
    ['has been read', async (service) => (await get(service, 101)).arrayBuffer()],
    [
      'is left by its reader',
      async (service) => {
        nothingComes(service)
        await get(service, 101)
        open.pop()?.abort()
      },
    ],
    [
      'is left before its first byte',
      async (service) => {
        service.upstream.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'delay', delayMs: 500 } })
        const asked = get(service, 101)
        await service.upstream.journal.waitFor({ operation: 'readExercise' }, 60_000)
        open.pop()?.abort()
        await expect(asked).rejects.toThrow()
      },
    ],
    [
      'breaks off',
      async (service) => {
        const action = { kind: 'half_answer', bytes: 1_000_000 } as const
        service.upstream.faults.add({ path: '/api/v2/submissions/3005/files/*', after: 1, action })
        await expect(
          (async () => (await get(service, 101, '1103/archive?attempts=all')).arrayBuffer())(),
        ).rejects.toThrow()
      },
    ],
    ['is of no exercise', (service) => expect(get(service, 101, '9999/archive')).toBeReply(404)],
    [
      'is refused upstream',
      async (service) => {
        service.upstream.faults.add({ path: '/api/v2/exercises/1104', action: { kind: 'status', status: 401 } })
        await expect(get(service, 101)).toBeReply(401)
        sessions.set(101, await service.signIn(101))
      },
    ],
    [
      'is asked for by HEAD',
      (service) => service.request('HEAD', '/courses/11/exercises/1104/archive', { session: sessions.get(101)! }),
    ],
  ])('release a slot when one %s', async ([_how, act], { service }) => {
    await act(service)
    await expect.poll(() => freeSlotsOf(service, 101)).toBe(2)
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    limits: { archiveSilenceMs: 50 },
    world: (world) => {
      slimWork(world)
      for (const userId of [302, 303]) world.setRole(11, userId, 'teacher')
    },
  })
  for (const userId of staff) sessions.set(userId, await service.signIn(userId))
  return service
}

const staff = [101, 102, 103, 302, 303]
const sessions = new Map<number, string>()
const open: AbortController[] = []

it.afterEach(async ({ service }) => {
  for (const leaving of open.splice(0)) leaving.abort()
  service.upstream.faults.clear()
  for (const userId of staff) await expect.poll(() => freeSlotsOf(service, userId)).toBe(2)
})

function get(service: TestService, userId: number, path = '1104/archive'): Promise<Response> {
  const leaving = new AbortController()
  open.push(leaving)
  return service.request('GET', `/courses/11/exercises/${path}`, {
    session: sessions.get(userId) ?? '',
    signal: leaving.signal,
  })
}

/** How many archives somebody could begin now. */
const freeSlotsOf = (service: TestService, userId: number) =>
  freeSlots(service.deps.takeArchiveSlot, [userId, userId, userId])

/** Lets archives begin and then wait for their first file. */
const nothingComes = (service: TestService) =>
  service.upstream.faults.add({ path: '/api/v2/submissions/*/files/*', action: { kind: 'never_answer' } })
