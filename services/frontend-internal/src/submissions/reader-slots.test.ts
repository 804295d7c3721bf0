import { tokenOf } from '@course-grading/test-service'
import { openSubmissionFile } from '@course-grading/upstream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { freeSlots } from './free-slots.fixture.ts'
import { createStreamSlots, type StreamReader } from './reader-slots.ts'
import { slimWork, startWithSnapshot } from './submissions.fixture.ts'

const people = [101, 102]
const path = '/api/v2/submissions/3005/files/*'
let service: TestService & { readonly teacher: string }
let recording: number
const sessions = new Map<number, string>()
const open: AbortController[] = []
beforeAll(async () => {
  service = await startWithSnapshot({
    world: slimWork,
    limits: { archiveSilenceMs: 50, takeStreamSlot: createStreamSlots(300) },
  })
  recording = service.upstream.world.submission(3005).files.find(({ filename }) => filename === 'recording.wav')!.id
  for (const userId of people) sessions.set(userId, await service.signIn(userId))
})
afterEach(async () => {
  for (const leaving of open.splice(0)) leaving.abort()
  service.upstream.faults.clear()
  for (const userId of people) await expect.poll(() => freeSlotsOf(userId, 'file')).toBe(4)
  for (const userId of people) await expect.poll(() => freeSlotsOf(userId, 'archive')).toBe(2)
})
afterAll(() => service.stop())

const file = () => `files/${recording}`
function get(userId: number, what: string, method = 'GET'): Promise<Response> {
  const leaving = new AbortController()
  open.push(leaving)
  return service.request(method, `/submissions/3005/${what}`, {
    session: sessions.get(userId) ?? '',
    signal: leaving.signal,
  })
}
/** How many files or archives a member of the staff could begin now. */
const freeSlotsOf = (userId: number, what: StreamReader['what']) =>
  freeSlots(
    (reader, signal) => service.deps.takeStreamSlot({ userId: reader, isStudent: false, what }, signal),
    [userId, userId, userId, userId, userId],
  )
/** Lets files begin and not end. */
const stalls = () => service.upstream.faults.add({ path, action: { kind: 'stall', bytes: 1_000 } })

describe('files and archives of submissions at the same time', () => {
  it('are at most four files and two archives for a member of the staff, and others get 503', async () => {
    stalls()
    const begun = await Promise.all([1, 2, 3, 4].map(() => get(101, file())))
    const archives = await Promise.all([get(101, 'archive'), get(101, 'archive')])
    expect([...begun, ...archives].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const what of [file(), 'archive']) {
      const further = await get(101, what)
      expect([further.headers.get('retry-after'), ...(await problemOf(further))]).toEqual(['5', 503, 'overloaded'])
    }
    expect((await get(102, file())).status).toBe(200)
  })

  it('get 503 while all streams to the learning platform are in use', { timeout: 20_000 }, async () => {
    service.upstream.faults.add({ path, action: { kind: 'stall', bytes: 1_000 } })
    const held = new AbortController()
    const call = { token: tokenOf(101), requestId: 'request-1', signal: held.signal }
    const streams = Array.from({ length: 16 }, () => openSubmissionFile(service.deps.upstream, call, 3005, recording))
    await Promise.all(streams)
    expect(await problemOf(await get(102, file()))).toEqual([503, 'overloaded'])
    held.abort()
  })

  it('are at most two for a student and eight for all students, so that staff can read', async () => {
    const take = createStreamSlots(100)
    const { signal } = new AbortController()
    const student = (userId: number) => take({ userId, isStudent: true, what: 'file' }, signal)
    const given = await Promise.all([1, 1, 2, 2, 3, 3, 4].map(student))
    await expect(student(1)).rejects.toThrow('overloaded')
    const last = await student(5)
    const waiting = student(4)
    last()
    given.push(await waiting)
    await expect(student(6)).rejects.toThrow('overloaded')
    await expect(take({ userId: 7, isStudent: false, what: 'file' }, signal)).resolves.toBeTypeOf('function')
    for (const releaseSlot of given) releaseSlot()
  })

  const ends: readonly (readonly [string, (what: () => string) => Promise<unknown>])[] = [
    ['has been read', async (what) => (await get(101, what())).arrayBuffer()],
    [
      'is left by its reader',
      async (what) => {
        stalls()
        await get(101, what())
        open.pop()?.abort()
      },
    ],
    [
      'breaks off',
      async (what) => {
        service.upstream.faults.add({ path, action: { kind: 'half_answer', bytes: 1_000_000 } })
        await expect((async () => (await get(101, what())).arrayBuffer())()).rejects.toThrow()
      },
    ],
    [
      'is not there',
      async (what) => {
        const action = { kind: 'status', status: 404 } as const
        service.upstream.faults.add({ path: '/api/v2/submissions/3005', action })
        expect((await get(101, what())).status).toBe(404)
      },
    ],
    ['is asked for by HEAD', (what) => get(101, what(), 'HEAD')],
  ]
  it.each(
    ends.flatMap(([how, act]) =>
      [['file', file] as const, ['archive', () => 'archive'] as const].map(
        ([name, what]) => [name, how, act, what] as const,
      ),
    ),
  )('make room when the %s %s', async (name, _how, act, what) => {
    await act(what)
    await expect.poll(() => freeSlotsOf(101, name), { timeout: 5_000 }).toBe(name === 'file' ? 4 : 2)
  })
})
