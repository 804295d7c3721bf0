import { sql } from 'slonik'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'
import { storedCourseSettings, type StoredCourseSettings } from './stored-course-settings.ts'

const listByIds = statement('listCourseSettings', storedCourseSettings)

interface Waiter {
  readonly resolve: (settings: StoredCourseSettings | null) => void
  readonly reject: (error: unknown) => void
}

const queriesInFlight = 2
const coursesPerQuery = 64
/** A query this old is stuck rather than busy: it no longer holds others back, and the pool's own limits take over. */
const stuckAfterMs = 250

/**
 * Reads the settings of a configured course, or null, for many readers at once: the courses asked for in two turns of
 * the event loop come in one query, and at most two queries that make progress run at a time. Readers of one batch share
 * its failure. Never inside a transaction.
 * Own, because the well-kept library (dataloader 2) sends every batch as soon as it is due, any number at a time. That
 * the third waits is the point: under load those who come meanwhile gather in it, so that a query answers more readers.
 * Built around its scheduling, the limit would be about as long as this.
 */
export function createCourseSettingsLoader(db: Db): (courseId: number) => Promise<StoredCourseSettings | null> {
  const waiting = new Map<number, Waiter[]>()
  let inFlight = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || inFlight >= queriesInFlight || waiting.size === 0) return
    scheduled = true
    // Two turns: a client that was answered in the first has its next request in the second. Alone, neither takes time.
    setImmediate(() => setImmediate(() => {
      scheduled = false
      void loadBatch()
      schedule()
    }))
  }

  async function loadBatch(): Promise<void> {
    const batch = new Map(waiting.entries().take(coursesPerQuery))
    for (const courseId of batch.keys()) waiting.delete(courseId)
    inFlight += 1
    let counted = true
    const leave = (): void => {
      if (!counted) return
      counted = false
      inFlight -= 1
      schedule()
    }
    const stuck = setTimeout(leave, stuckAfterMs)
    try {
      const rows = await listCourseSettings(db, [...batch.keys()])
      const found = new Map(rows.map((row) => [row.courseId, row]))
      for (const [courseId, waiters] of batch) {
        for (const waiter of waiters) waiter.resolve(found.get(courseId) ?? null)
      }
    } catch (error) {
      for (const waiter of [...batch.values()].flat()) waiter.reject(error)
    } finally {
      clearTimeout(stuck)
      leave()
    }
  }

  return (courseId) => {
    const { promise, resolve, reject } = Promise.withResolvers<StoredCourseSettings | null>()
    const waiters = waiting.get(courseId)
    if (waiters === undefined) waiting.set(courseId, [{ resolve, reject }])
    else waiters.push({ resolve, reject })
    schedule()
    return promise
  }
}

async function listCourseSettings(db: Db, courseIds: readonly number[]): Promise<readonly StoredCourseSettings[]> {
  return await db.any(listByIds`
    SELECT course_settings.course_id AS "courseId", course_settings.revision, course_settings.document
    FROM course_settings
    WHERE course_settings.course_id = ANY(${sql.array(courseIds, 'int8')})
  `)
}
