import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import {
  type CourseSettings,
  type PublicClient,
  PublicApiError,
  type ReadSettings,
} from '@course-grading/public-client'
import { demoCourses } from '@course-grading/test-kit'
import { writablePart } from '@course-grading/settings-comparison/leaves'

/** The settings of course 11 in memory, with what goes wrong next. */
export class MemoryService implements PublicClient {
  settings = demoCourses.programming1 as unknown as CourseSettings
  /** Happens before the next write arrives. */
  race: (() => void) | null = null
  /** Happens before the next read is answered. */
  onRead: (() => unknown) | null = null
  /** What becomes of the reply of the next write; `crash` ends the command. */
  loss: 'reply' | 'everything' | 'crash' | null = null
  /** What the service says to the next write. */
  refusal: PublicApiError | null = null
  /** Whether the read after the next write fails. */
  isDownAfterWrite = false
  #isDown = false
  onWrite: (before: CourseSettings, after: CourseSettings) => void = () => {}

  async getCourseSettings(): Promise<ReadSettings> {
    const [isDown, onRead] = [this.#isDown, this.onRead]
    this.onRead = null
    await onRead?.()
    this.#isDown = false
    if (isDown) throw noReply()
    return this.#reply()
  }

  async putCourseSettings(_courseId: number, update: CourseSettingsUpdate, ifMatch: string): Promise<ReadSettings> {
    const { race, loss, refusal } = this
    this.race = this.loss = this.refusal = null
    race?.()
    if (refusal !== null) throw refusal
    this.#isDown = this.isDownAfterWrite && loss !== null
    this.isDownAfterWrite = false
    if (loss === 'everything') throw noReply()
    if (ifMatch !== this.#reply().etag) throw new PublicApiError('revision_conflict', 'Stale.', 412)
    const before = this.settings
    this.store(update)
    this.onWrite(before, this.settings)
    if (loss === 'crash') throw new Error('the process ends')
    if (loss === 'reply') throw noReply()
    return this.#reply()
  }

  /** A write of somebody else. */
  store(update: CourseSettingsUpdate): void {
    const { revision } = this.settings
    const written = { ...this.settings, ...writablePart(update), revision: revision + 1 } as CourseSettings
    this.settings = { ...written, manualGradingExercises: written.manualGradingExercises.toSorted((a, b) => a - b) }
  }

  #reply(): ReadSettings {
    return { settings: structuredClone(this.settings), etag: `"${this.settings.revision}"` }
  }
}

function noReply(): PublicApiError {
  return new PublicApiError('no_reply', 'No reply came.', null)
}
