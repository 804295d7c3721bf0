import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect } from 'vitest'
import type { SessionCaller } from '../deps/session-caller.ts'
import { createContinuedRight } from './continued-right.ts'
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
        const letGo = service.upstream.faults.hold({ path: '/api/v2/exercises/1104' })
        const asked = get(service, 101)
        await service.upstream.journal.waitFor({ operation: 'readExercise' }, 60_000)
        open.pop()?.abort()
        await expect(asked).rejects.toThrow()
        letGo()
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

describe("the right to an exercise's archive that is being read", () => {
  it.for<[string, (service: TestService, session: string) => Promise<unknown>]>([
    ['the session has ended', (service, session) => service.request('DELETE', '/session', { session })],
    [
      'the role is gone',
      async (service) => {
        service.upstream.world.setRole(11, 102, 'student')
        await roleIsOld(service)
      },
    ],
    [
      'an old role cannot be asked',
      async (service) => {
        service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'status', status: 503 } })
        await roleIsOld(service)
      },
    ],
  ])('is asked again, and the transfer is cut: %s', async ([_why, happen], { service }) => {
    const session = await service.signIn(102)
    const letGo = service.upstream.faults.hold({ path: '/api/v2/submissions/*', after: 4 })
    const reply = await service.get('/courses/11/exercises/1104/archive', session)
    expect(reply.status).toBe(200)
    await happen(service, session)
    await expect(reply.arrayBuffer()).rejects.toThrow()
    letGo()
    const calls = () => service.upstream.journal.count({ operation: 'readSubmission' })
    // Nothing is read any more when the archive's slot is free again.
    await expect.poll(() => freeSlots(service.deps.takeArchiveSlot, [102, 102])).toBe(2)
    expect(calls()).toBeLessThan(20)
  })

  it('is not renewed by being asked, and lasts while nothing changes', async ({ service }) => {
    const session = await service.signIn(102)
    service.upstream.faults.add({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 50 } })
    await service.sql`UPDATE session SET last_used_at = now() - interval '40 seconds'`
    const uses = () => service.sql`SELECT session_id, last_used_at FROM session ORDER BY session_id`
    const reply = await service.get('/courses/11/exercises/1104/archive', session)
    const before = await uses()
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    expect(await uses()).toEqual(before)
  })

  it('is not lost in a moment without the database', async ({ service }) => {
    let asked = 0
    const maybeOne = () => {
      asked += 1
      return Promise.reject(new DomainError('overloaded'))
    }
    const database = { maybeOne }
    const deps = { ...service.deps, database, archiveCheckMs: 10 } as unknown as ContinuedRightDeps
    const caller = { session: { sessionId: 'x' } } as unknown as SessionCaller
    const gone = new AbortController()
    const right = createContinuedRight(deps, { caller, requestId: 'r', gone: () => gone.signal }, 11)
    await expect(right.ask()).rejects.toThrow(DomainError)
    await expect.poll(() => asked).toBeGreaterThan(5)
    expect(right.signal.aborted).toBe(false)
    right.end()
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    limits: { archiveSilenceMs: 50, archiveCheckMs: 100 },
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
  service.upstream.world.setRole(11, 102, 'assistant')
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

/** The role of everybody was read longer ago than a role may be used. */
const roleIsOld = (service: TestService) => service.sql`UPDATE session SET identity_at = now() - interval '10 minutes'`

type ContinuedRightDeps = Parameters<typeof createContinuedRight>[0]
