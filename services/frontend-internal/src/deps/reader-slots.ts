import { DomainError } from '@course-grading/domain/errors/domain-error'
import {
  createKeyedSemaphore,
  createSemaphore,
  type Semaphore,
  type SemaphoreLimits,
} from '@course-grading/concurrency'
import { createStudentStreams } from './student-streams.ts'

/** Resolves to the function that releases the slot. @throws DomainError overloaded, if too many wait or none becomes free in time */
export type TakeSlot = (userId: number, signal: AbortSignal) => Promise<() => void>

interface SlotLimits {
  readonly ofPerson: SemaphoreLimits
  readonly shared?: Semaphore | undefined
  /** Milliseconds that a request waits for all its slots together; 0 if it does not wait. */
  readonly waitMs: number
  readonly retryAfterS: number
}

export function createSlots({ ofPerson, shared, waitMs, retryAfterS }: SlotLimits): TakeSlot {
  const own = createKeyedSemaphore<number>(ofPerson)
  return (userId, signal) =>
    takeInTurn([slotOf(own, userId), ...(shared === undefined ? [] : [shared])], { waitMs, retryAfterS, signal })
}

type Slot = Pick<Semaphore, 'acquire' | 'release'>

/** While a request waits for one slot, it holds those before it. So the slots that fewer people share come first. */
async function takeInTurn(
  slots: readonly Slot[],
  { waitMs, retryAfterS, signal }: Pick<SlotLimits, 'waitMs' | 'retryAfterS'> & { readonly signal: AbortSignal },
): Promise<() => void> {
  const until = performance.now() + waitMs
  const taken: Slot[] = []
  const release = (): void => {
    for (const slot of taken) slot.release()
  }
  for (const slot of slots) {
    const leftMs = Math.max(0, until - performance.now())
    if ((await slot.acquire({ waitMs: leftMs, signal })) !== 'acquired') {
      release()
      throw new DomainError('overloaded', { retryAfterS })
    }
    taken.push(slot)
  }
  return release
}

const slotOf = (own: ReturnType<typeof createKeyedSemaphore<number>>, userId: number): Slot => ({
  acquire: (wait) => own.acquire(userId, wait),
  release: () => own.release(userId),
})

/** @throws DomainError overloaded, if too many wait or none becomes free in time */
export type TakeContentSlot = (
  reader: Pick<StreamReader, 'userId' | 'isStudent'>,
  signal: AbortSignal,
) => Promise<() => void>

/** Content takes up to 25 MiB of memory until the reader has it. Students have half of the slots, so that staff can always read. */
export function createContentSlots(): TakeContentSlot {
  const own = createKeyedSemaphore<number>({ slots: 1, queueLimit: 8 })
  const ofStudents = createSemaphore({ slots: 2, queueLimit: 32 })
  const ofAll = createSemaphore({ slots: 4, queueLimit: 32 })
  return ({ userId, isStudent }, signal) =>
    takeInTurn([slotOf(own, userId), ...(isStudent ? [ofStudents] : []), ofAll], {
      waitMs: 10_000,
      retryAfterS: 5,
      signal,
    })
}

/** The archive of a whole exercise takes minutes, so no request waits for a slot. */
export const createArchiveSlots = (): TakeSlot =>
  createSlots({
    ofPerson: { slots: 2, queueLimit: 0 },
    shared: createSemaphore({ slots: 8, queueLimit: 0 }),
    waitMs: 0,
    retryAfterS: 30,
  })

export interface StreamReader {
  readonly userId: number
  readonly isStudent: boolean
  readonly what: 'file' | 'archive'
}
export interface StreamSlot {
  readonly release: () => void
  readonly taken: (bytes: number) => void
  readonly cut?: AbortSignal
}
/** @throws DomainError overloaded, if too many wait or none becomes free in time */
export type TakeStreamSlot = (reader: StreamReader, signal: AbortSignal) => Promise<StreamSlot>

export const slotWaitMs = 5_000
const streamRetryAfterS = 5

/** Students have half of the streams to the learning platform, so that staff can always read. */
export function createStreamSlots(waitMs = slotWaitMs): TakeStreamSlot {
  const slots = (ofOne: number) =>
    createSlots({ ofPerson: { slots: ofOne, queueLimit: 8 }, waitMs, retryAfterS: streamRetryAfterS })
  const own = { staff: { file: slots(4), archive: slots(2) }, student: { file: slots(2), archive: slots(2) } }
  const students = createStudentStreams()
  return async ({ userId, isStudent, what }, signal) => {
    const until = performance.now() + waitMs
    const releaseOwn = await own[isStudent ? 'student' : 'staff'][what](userId, signal)
    if (!isStudent) return { release: releaseOwn, taken: () => {} }
    const stream = await students.begin(userId, { waitMs: until - performance.now(), signal })
    if (stream === null) {
      releaseOwn()
      throw new DomainError('overloaded', { retryAfterS: streamRetryAfterS })
    }
    const release = (): void => {
      stream.end()
      releaseOwn()
    }
    return { release, taken: stream.taken, cut: stream.cut }
  }
}
