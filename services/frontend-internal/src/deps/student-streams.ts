const streams = 8
const maxWaiting = 64
const youngMs = 30_000
/** A stream is not cut if its reader took at least this much in the last ten seconds. */
const slowBytesPerS = 64 * 1024
const paceS = 10
/** How often, in milliseconds, a slow stream is looked for while students wait. */
const lookMs = 1_000

export interface StudentStream {
  readonly taken: (bytes: number) => void
  /** Fires when the stream is cut for a student who has none. */
  readonly cut: AbortSignal
  readonly end: () => void
}

interface Running {
  readonly userId: number
  readonly begunAt: number
  readonly pace: ReturnType<typeof createPace>
  readonly cut: AbortController
}

interface Waiting {
  readonly userId: number
  readonly begin: (stream: StudentStream | null) => void
}

/** A second stream of a student begins only while two slots are free. While one without a stream waits, the slowest old one is cut: few would keep out all. */
export function createStudentStreams(now: () => number = () => performance.now()) {
  const running = new Set<Running>()
  const waiting = new Set<Waiting>()
  let looking: NodeJS.Timeout | undefined
  const mayBegin = (userId: number) => streams - running.size >= (countOf(running, userId) > 0 ? 2 : 1)

  const begin = (userId: number): StudentStream => {
    const stream: Running = { userId, begunAt: now(), pace: createPace(now), cut: new AbortController() }
    running.add(stream)
    return {
      taken: stream.pace.taken,
      cut: stream.cut.signal,
      end: () => {
        running.delete(stream)
        admit()
      },
    }
  }
  const admit = (): void => {
    for (const each of waiting) if (mayBegin(each.userId)) leave(each, begin(each.userId))
  }
  const leave = (each: Waiting, stream: StudentStream | null): void => {
    if (!waiting.delete(each)) return
    if (waiting.size === 0) {
      clearInterval(looking)
      looking = undefined
    }
    each.begin(stream)
  }

  return {
    /** Null if no stream is free in time, too many wait, or the signal fires. */
    begin: async (
      userId: number,
      { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
    ): Promise<StudentStream | null> => {
      if (signal.aborted) return null
      if (mayBegin(userId)) return begin(userId)
      if (waiting.size >= maxWaiting || waitMs <= 0) return null
      const { promise, resolve } = Promise.withResolvers<StudentStream | null>()
      const each: Waiting = { userId, begin: resolve }
      waiting.add(each)
      looking ??= setInterval(() => cutSlowest(running, waiting, now), lookMs)
      cutSlowest(running, waiting, now)
      const giveUp = (): void => leave(each, null)
      const timer = setTimeout(giveUp, waitMs)
      signal.addEventListener('abort', giveUp)
      return await promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      })
    },
  }
}

const countOf = (running: ReadonlySet<Running>, userId: number): number =>
  [...running].filter((stream) => stream.userId === userId).length

function cutSlowest(running: ReadonlySet<Running>, waiting: ReadonlySet<Waiting>, now: () => number): void {
  const asking = new Set([...waiting].map(({ userId }) => userId))
  const without = [...asking].filter((userId) => countOf(running, userId) === 0).length
  const being = [...running].filter(({ cut }) => cut.signal.aborted).length
  const slow = [...running]
    .filter(({ cut, begunAt }) => !cut.signal.aborted && now() - begunAt > youngMs)
    .map((stream) => ({ stream, bytesPerS: stream.pace.bytesPerS() }))
    .filter(({ bytesPerS }) => bytesPerS < slowBytesPerS)
    .toSorted((one, other) => one.bytesPerS - other.bytesPerS)
  for (const { stream } of slow.slice(0, Math.max(0, without - being))) stream.cut.abort()
}

function createPace(now: () => number) {
  const bytesOfSecond = new Map<number, number>()
  const second = () => Math.floor(now() / 1_000)
  const forget = (): void => {
    for (const each of bytesOfSecond.keys()) if (each < second() - paceS) bytesOfSecond.delete(each)
  }
  return {
    taken: (bytes: number): void => {
      forget()
      bytesOfSecond.set(second(), (bytesOfSecond.get(second()) ?? 0) + bytes)
    },
    bytesPerS: (): number => {
      forget()
      return [...bytesOfSecond.values()].reduce((sum, bytes) => sum + bytes, 0) / paceS
    },
  }
}
