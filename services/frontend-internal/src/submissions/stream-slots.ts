import { DomainError } from '@course-grading/domain/errors'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'

/** Files and archives of single submissions that one person reads at the same time, in this process. */
const [filesOfStaff, filesOfStudent, archivesOfPerson] = [4, 2, 2]
/** What all students together read: half of the streams that the learning platform is asked for, so that staff can always read. */
const ofStudents = 8
const [queueOfPerson, queueOfStudents] = [8, 64]
/** How long a request waits for earlier ones in all, in milliseconds. */
export const slotWaitMs = 5_000
/** Seconds; most files take less. */
const retryAfterS = 5

/** Who reads, and what. */
export interface StreamReader {
  readonly userId: number
  readonly isStudent: boolean
  readonly what: 'file' | 'archive'
}

/**
 * Waits for a slot for a file or an archive until the signal fires, and returns the function that gives it back.
 * @throws DomainError overloaded, if too many wait or no slot becomes free in time
 */
export type TakeStreamSlot = (reader: StreamReader, signal: AbortSignal) => Promise<() => void>

/** Makes the slots of this process. They keep one person, and all students together, from using up the streams. */
export function createStreamSlots(waitMs = slotWaitMs): TakeStreamSlot {
  const person = (slots: number) => createKeyedSemaphore<number>({ slots, queueLimit: queueOfPerson })
  const ofPerson = {
    staff: { file: person(filesOfStaff), archive: person(archivesOfPerson) },
    student: { file: person(filesOfStudent), archive: person(archivesOfPerson) },
  }
  const students = createSemaphore({ slots: ofStudents, queueLimit: queueOfStudents })
  return async ({ userId, isStudent, what }, signal) => {
    const until = performance.now() + waitMs
    const own = ofPerson[isStudent ? 'student' : 'staff'][what]
    if ((await own.acquire(userId, { waitMs, signal })) !== 'acquired') throw busy()
    if (!isStudent) return () => own.release(userId)
    // The student's own slot is taken first, so that a request that waits for it holds none of the shared ones.
    const leftMs = Math.max(0, until - performance.now())
    if ((await students.acquire({ waitMs: leftMs, signal })) !== 'acquired') {
      own.release(userId)
      throw busy()
    }
    return () => {
      students.release()
      own.release(userId)
    }
  }
}

const busy = () => new DomainError('overloaded', { retryAfterS })
