import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { slimWork, startWithSnapshot } from './submissions.fixture.ts'

const people = [101, 102]
const path = '/api/v2/submissions/3005/files/*'
let service: TestService & { readonly teacher: string }
let recording: number
const sessions = new Map<number, string>()
const open: AbortController[] = []
beforeAll(async () => {
  service = await startWithSnapshot({ world: slimWork, limits: { archiveSilenceMs: 50 } })
  recording = service.upstream.world.submission(3005).files.find(({ filename }) => filename === 'recording.wav')!.id
  for (const userId of people) sessions.set(userId, await service.signIn(userId))
})
afterEach(async () => {
  for (const leaving of open.splice(0)) leaving.abort()
  service.upstream.faults.clear()
  for (const userId of people) await expect.poll(() => freeSlotsOf(userId)).toBe(2)
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
/** How many files or archives somebody could begin now. */
function freeSlotsOf(userId: number): number {
  const taken: (() => void)[] = []
  try {
    for (;;) taken.push(service.deps.takeStreamSlot(userId))
  } catch {
    for (const giveBack of taken) giveBack()
    return taken.length
  }
}
/** Lets files begin and not end. */
const stalls = () => service.upstream.faults.add({ path, action: { kind: 'stall', bytes: 1_000 } })

describe('files and archives of submissions at the same time', () => {
  it('are at most two for a person', async () => {
    stalls()
    const begun = await Promise.all([get(101, file()), get(101, 'archive')])
    expect(begun.map(({ status }) => status)).toEqual([200, 200])
    for (const what of [file(), 'archive']) {
      const third = await get(101, what)
      expect([third.headers.get('retry-after'), ...(await problemOf(third))]).toEqual(['5', 503, 'overloaded'])
    }
    expect((await get(102, file())).status).toBe(200)
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
      [['a file', file] as const, ['an archive', () => 'archive'] as const].map(
        ([name, what]) => [name, how, act, what] as const,
      ),
    ),
  )('make room when %s %s', async (_name, _how, act, what) => {
    await act(what)
    await expect.poll(() => freeSlotsOf(101), { timeout: 5_000 }).toBe(2)
  })
})
