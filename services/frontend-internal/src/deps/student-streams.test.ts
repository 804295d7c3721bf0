import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStudentStreams, type StudentStream } from './student-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the streams of students', () => {
  it('are a second one of a student only while two slots are free', async () => {
    const { begin, begun } = opened()
    for (const userId of [1, 1, 2, 2, 3, 3, 4]) expect(await begin(userId)).not.toBeNull()
    const second = begin(4)
    expect(await begin(5)).not.toBeNull()
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(await second).toBeNull()
    begun[0]?.end()
    const again = begin(4)
    begun[1]?.end()
    expect(await again).not.toBeNull()
  })

  it('are cut, the slowest of the old ones first, for a student who has none and waits', async () => {
    const { begin, begun } = opened()
    for (const userId of [1, 1, 2, 2, 3, 3, 4, 5]) await begin(userId)
    await passing(31, () => begun.forEach((stream, nth) => stream.taken((nth + 2) * 8 * 1024)))
    const waiting = begin(6)
    expect(cutOf(begun)).toEqual([0])
    await passing(2, () => {})
    expect(cutOf(begun)).toEqual([0])
    begun[0]?.end()
    expect(await waiting).not.toBeNull()
  })

  it.each<[why: string, seconds: number, bytesPerS: number, userId: number]>([
    ['that are young', 29, 8 * 1024, 6],
    ['whose readers take enough', 31, 64 * 1024, 6],
    ['for a student who has one', 31, 8 * 1024, 1],
  ])('are not cut, %s', async (_why, seconds, bytesPerS, userId) => {
    const { begin, begun } = opened()
    for (const each of [1, 2, 3, 4, 5, 7, 8, 9]) await begin(each)
    await passing(seconds, () => begun.forEach((stream) => stream.taken(bytesPerS)))
    const waiting = begin(userId, 900)
    await vi.advanceTimersByTimeAsync(900)
    expect([await waiting, cutOf(begun)]).toEqual([null, []])
  })

  it('count what was taken in the last ten seconds alone', async () => {
    const { begin, begun } = opened()
    for (const each of [1, 2, 3, 4, 5, 7, 8, 9]) await begin(each)
    await passing(25, () => begun.forEach((stream) => stream.taken(1024 * 1024)))
    await passing(11, () => begun.slice(1).forEach((stream) => stream.taken(1024 * 1024)))
    void begin(6)
    expect(cutOf(begun)).toEqual([0])
  })

  it('are given to nobody whose signal has fired', async () => {
    const { begin } = opened()
    for (const each of [1, 2, 3, 4, 5, 7, 8, 9]) await begin(each)
    const left = new AbortController()
    const waiting = begin(6, waitMs, left.signal)
    left.abort()
    expect(await waiting).toBeNull()
    expect(await begin(6, waitMs, AbortSignal.abort())).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })
})

const waitMs = 5_000

function opened() {
  const streams = createStudentStreams(() => Date.now())
  const begun: StudentStream[] = []
  const begin = async (userId: number, forMs = waitMs, signal = new AbortController().signal) => {
    const stream = await streams.begin(userId, { waitMs: forMs, signal })
    if (stream !== null) begun.push(stream)
    return stream
  }
  return { begin, begun }
}

async function passing(seconds: number, each: () => void): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    each()
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

const cutOf = (begun: readonly StudentStream[]) => begun.flatMap(({ cut }, nth) => (cut.aborted ? [nth] : []))
