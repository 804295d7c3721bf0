import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect } from 'vitest'
import type { SessionCaller } from '../deps/session-caller.ts'
import { createContinuedRight } from './continued-right.ts'
import { freeSlots } from './free-slots.fixture.ts'
import { slimWork, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

type ContinuedRightDeps = Parameters<typeof createContinuedRight>[0]

const it = itOn(() => startWithSnapshot({ world: slimWork, limits: { archiveSilenceMs: 50, archiveCheckMs: 100 } }))

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
    service.upstream.faults.add({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 300 } })
    const reply = await service.get('/courses/11/exercises/1104/archive', session)
    expect(reply.status).toBe(200)
    await happen(service, session)
    await expect(reply.arrayBuffer()).rejects.toThrow()
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

it.afterEach(({ service }) => {
  service.upstream.faults.clear()
  service.upstream.world.setRole(11, 102, 'assistant')
})

/** The role of everybody was read longer ago than a role may be used. */
const roleIsOld = (service: TestService) => service.sql`UPDATE session SET identity_at = now() - interval '10 minutes'`
