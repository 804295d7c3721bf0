import type { Worker } from 'node:worker_threads'
import type { TargetVersion } from '@course-grading/domain/assessments/migrate-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { ask, createSemaphore, startThread } from '@course-grading/concurrency'
import { createSlots, type TakeSlot } from './reader-slots.ts'

/** Computes the JSON text that a plan stores of assessments from the JSON text of these assessments. */
export type MigratePage = (work: string) => Promise<string>

/** Computes plans in a thread, so that long texts hold up no other request. */
export interface MigrationThread {
  /** Waits for the turn to make a plan: one plan at a time; two wait, and never a second one of the same person. */
  readonly takeTurn: TakeSlot
  /** Starts a thread for the plan whose turn it is, and ends it when `work` has ended. */
  use<Result>(
    target: TargetVersion,
    signal: AbortSignal,
    work: (migrate: MigratePage) => Promise<Result>,
  ): Promise<Result>
  /** Ends the thread; a plan that is being made fails. */
  close(): Promise<void>
}

interface MigrationThreadOptions {
  readonly waitMs?: number
}

/** The texts of a page, at most those of one very long assessment, are in memory several times. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8, stackSizeMb: 1 }
const maxWaiting = 2
const retryAfterS = 30

export function createMigrationThread({ waitMs = 30_000 }: MigrationThreadOptions = {}): MigrationThread {
  const turn = createSemaphore({ slots: 1, queueLimit: maxWaiting })
  const takeSlot = createSlots({ ofPerson: { slots: 1, queueLimit: 0 }, shared: turn, waitMs, retryAfterS })
  const closing = new AbortController()

  async function runThread<Result>(
    target: TargetVersion,
    signal: AbortSignal,
    work: (migrate: MigratePage) => Promise<Result>,
  ): Promise<Result> {
    let thread: Worker | undefined
    try {
      const started = await startThread(
        new URL('./migration-worker.ts', import.meta.url),
        { name: 'rubric-migration', workerData: target, resourceLimits },
        signal,
      )
      thread = started
      return await work((page) => ask(started, page, signal))
    } catch (error) {
      throw signal.aborted ? new DomainError('overloaded', { retryAfterS, cause: error }) : error
    } finally {
      await thread?.terminate()
    }
  }

  return {
    takeTurn: (userId, given) => takeSlot(userId, AbortSignal.any([given, closing.signal])),
    use: (target, given, work) => runThread(target, AbortSignal.any([given, closing.signal]), work),
    async close() {
      closing.abort()
      // Waits until the plan that uses the thread has ended.
      if ((await turn.acquire({ waitMs: 5_000 })) === 'acquired') turn.release()
    },
  }
}
