import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf } from '@course-grading/test-service'
import { openSubmissionFile } from '@course-grading/upstream'
import { describe, expect } from 'vitest'
import { freeSlots } from '../submissions/free-slots.fixture.ts'
import { createContentSlots, createStreamSlots, type StreamReader } from './reader-slots.ts'
import { slimWork, startWithSnapshot } from '../submissions/submissions.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('files and archives of submissions at the same time', () => {
  it('are at most four files and two archives for a member of the staff, and others get 503', async ({ service }) => {
    stalls(service)
    const begun = await Promise.all([1, 2, 3, 4].map(() => get(service, 101, fileOf(service))))
    const archives = await Promise.all([get(service, 101, 'archive'), get(service, 101, 'archive')])
    expect([...begun, ...archives].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const what of [fileOf(service), 'archive']) {
      const further = await get(service, 101, what)
      await expect(further).toBeProblem(503, 'overloaded')
      expect(further.headers.get('retry-after')).toBe('5')
    }
    await expect(get(service, 102, fileOf(service))).toBeReply(200)
  })

  it('get 503 while all streams to the learning platform are in use', async ({ service }) => {
    service.upstream.faults.add({ path, action: { kind: 'stall', bytes: 1_000 } })
    const held = new AbortController()
    const call = { token: tokenOf(101), requestId: 'request-1', signal: held.signal }
    const streams = Array.from({ length: 16 }, () =>
      openSubmissionFile(service.deps.upstream, call, 3005, recordingOf(service)),
    )
    await Promise.all(streams)
    await expect(get(service, 102, fileOf(service))).toBeProblem(503, 'overloaded')
    held.abort()
  })

  it('let eight contents of a person wait for the one that is read, and refuse the next at once', async () => {
    const take = createContentSlots()
    const ended = new AbortController()
    const reader = { userId: 1, isStudent: false }
    const taken = await take(reader, ended.signal)
    const waiting = Array.from({ length: 8 }, () => take(reader, ended.signal).catch(() => 'left'))
    const next = take(reader, ended.signal).catch(() => 'refused')
    expect(await Promise.race([next, sleep(1_000, 'waits')])).toBe('refused')
    ended.abort()
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => 'left'))
    taken()
  })

  it('are at most two for a student and eight for all students, so that staff can read', async () => {
    const take = createStreamSlots(100)
    const { signal } = new AbortController()
    const student = (userId: number) => take({ userId, isStudent: true, what: 'file' }, signal)
    const given = await Promise.all([1, 1, 2, 2, 3, 3, 4].map(student))
    await expect(student(1)).rejects.toThrow('overloaded')
    const last = await student(5)
    const waiting = student(6)
    last.release()
    given.push(await waiting)
    await expect(student(7)).rejects.toThrow('overloaded')
    await expect(take({ userId: 8, isStudent: false, what: 'file' }, signal)).resolves.toHaveProperty('release')
    for (const { release } of given) release()
  })

  it.for<[how: string, act: (service: TestService, what: string) => Promise<unknown>]>([
    ['has been read', async (service, what) => (await get(service, 101, what)).arrayBuffer()],
    [
      'is left by its reader',
      async (service, what) => {
        stalls(service)
        await get(service, 101, what)
        open.pop()?.abort()
      },
    ],
    [
      'breaks off',
      async (service, what) => {
        service.upstream.faults.add({ path, action: { kind: 'half_answer', bytes: 1_000_000 } })
        await expect((async () => (await get(service, 101, what)).arrayBuffer())()).rejects.toThrow()
      },
    ],
    [
      'is not there',
      async (service, what) => {
        const action = { kind: 'status', status: 404 } as const
        service.upstream.faults.add({ path: '/api/v2/submissions/3005', action })
        await expect(get(service, 101, what)).toBeReply(404)
      },
    ],
    ['is asked for by HEAD', (service, what) => get(service, 101, what, 'HEAD')],
  ])('make room when one %s', async ([_how, act], { service }) => {
    await act(service, fileOf(service))
    await expect.poll(() => freeSlotsOf(service, 101, 'file')).toBe(4)
    service.upstream.faults.clear()
    await act(service, 'archive')
    await expect.poll(() => freeSlotsOf(service, 101, 'archive')).toBe(2)
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    world: slimWork,
    limits: { archiveSilenceMs: 50, takeStreamSlot: createStreamSlots(300) },
  })
  for (const userId of people) sessions.set(userId, await service.signIn(userId))
  return service
}

const people = [101, 102]
const path = '/api/v2/submissions/3005/files/*'
const sessions = new Map<number, string>()
const open: AbortController[] = []

it.afterEach(async ({ service }) => {
  for (const leaving of open.splice(0)) leaving.abort()
  service.upstream.faults.clear()
  for (const userId of people) await expect.poll(() => freeSlotsOf(service, userId, 'file')).toBe(4)
  for (const userId of people) await expect.poll(() => freeSlotsOf(service, userId, 'archive')).toBe(2)
})

const recordingOf = (service: TestService) =>
  service.upstream.world.submission(3005).files.find(({ filename }) => filename === 'recording.wav')!.id

const fileOf = (service: TestService) => `files/${recordingOf(service)}`

function get(service: TestService, userId: number, what: string, method = 'GET'): Promise<Response> {
  const leaving = new AbortController()
  open.push(leaving)
  return service.request(method, `/submissions/3005/${what}`, {
    session: sessions.get(userId) ?? '',
    signal: leaving.signal,
  })
}

/** How many files or archives a member of the staff could begin now. */
const freeSlotsOf = (service: TestService, userId: number, what: StreamReader['what']) =>
  freeSlots(
    async (reader, signal) =>
      (await service.deps.takeStreamSlot({ userId: reader, isStudent: false, what }, signal)).release,
    [userId, userId, userId, userId, userId],
  )

/** Lets files begin and not end. */
const stalls = (service: TestService) => service.upstream.faults.add({ path, action: { kind: 'stall', bytes: 1_000 } })
