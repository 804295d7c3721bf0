import { DomainError } from '@course-grading/domain/errors'
import { createKeyedSemaphore, createSemaphore, type Semaphore, type SemaphoreLimits } from '@course-grading/semaphore'
import { createStudentStreams } from './student-streams.ts'

/** Returns the function that releases both. @throws DomainError overloaded, if too many wait or none becomes free in time */
export type TakeSlot = (userId: number, signal: AbortSignal) => Promise<() => void>

interface SlotLimits {
  readonly ofPerson: SemaphoreLimits
  /** Shared by all people who have these slots. */
  readonly shared?: Semaphore | undefined
  /** How long a request waits for earlier ones in all; 0 if it does not wait. */
  readonly waitMs: number
  readonly retryAfterS: number
}

export function createSlots({ ofPerson, shared, waitMs, retryAfterS }: SlotLimits): TakeSlot {
  const own = createKeyedSemaphore<number>(ofPerson)
  const overloaded = () => new DomainError('overloaded', { retryAfterS })
  return async (userId, signal) => {
    const until = performance.now() + waitMs
    if ((await own.acquire(userId, { waitMs, signal })) !== 'acquired') throw overloaded()
    // The person's own slot is taken first, so that a request that waits for it holds none of the shared ones.
    const leftMs = Math.max(0, until - performance.now())
    if (shared !== undefined && (await shared.acquire({ waitMs: leftMs, signal })) !== 'acquired') {
      own.release(userId)
      throw overloaded()
    }
    return () => {
      shared?.release()
      own.release(userId)
    }
  }
}

/** Each content reads four files at a time, and takes up to 25 MiB until its reader has it. */
export const createContentSlots = (): TakeSlot =>
  createSlots({
    ofPerson: { slots: 1, queueLimit: 8 },
    shared: createSemaphore({ slots: 4, queueLimit: 32 }),
    waitMs: 10_000,
    retryAfterS: 5,
  })

/** Archives of whole exercises take minutes, so no request waits for one. */
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
  /** How many bytes the reader has taken now. */
  readonly taken: (bytes: number) => void
  /** Fires when the stream must be cut, so that others can read. */
  readonly cut?: AbortSignal
}
/** @throws DomainError overloaded, if too many wait or none becomes free in time */
export type TakeStreamSlot = (reader: StreamReader, signal: AbortSignal) => Promise<StreamSlot>

/** How long a request waits for earlier ones in all, in milliseconds. */
export const slotWaitMs = 5_000
const streamRetryAfterS = 5

/** Students have half of the streams, so that staff can always read. */
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
