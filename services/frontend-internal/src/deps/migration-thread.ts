import type { Worker } from 'node:worker_threads'
import type { TargetVersion } from '@course-grading/domain/assessments/migrate-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { ask, createSemaphore, startThread } from '@course-grading/concurrency'
import { createSlots, type TakeSlot } from './reader-slots.ts'

export type MigratePage = (work: string) => Promise<string>

/** Computes plans in a thread, so that long texts hold up no other request. */
export interface MigrationThread {
  /** Waits for the turn to make a plan. One plan is made at a time; two others wait, of other people. */
  readonly takeTurn: TakeSlot
  use<Result>(
    target: TargetVersion,
    signal: AbortSignal,
    work: (migrate: MigratePage) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

interface MigrationThreadOptions {
  readonly waitMs?: number
}

/** The thread has the texts of a page, at most those of one very long assessment, in memory several times. */
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
      if ((await turn.acquire({ waitMs: 5_000 })) === 'acquired') turn.release()
    },
  }
}
