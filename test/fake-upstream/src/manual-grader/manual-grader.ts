import { setTimeout as delay } from 'node:timers/promises'
import type { SubmissionEvent } from '../world/submission-event.ts'
import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'

/** Where the isolated grader registers the submissions that people are to grade. */
export interface ManualGraderOptions {
  /** The origin of the boundary. */
  readonly url: string
  readonly secret: string
  /** The exercises whose grading service it is. */
  readonly exerciseIds: readonly number[]
}

/** One attempt to register a submission. */
interface Registration {
  readonly submissionId: number
  /** Null if there was no reply. */
  readonly status: number | null
}

/** How many submissions are registered at once. */
const atOnce = 4

/** The isolated grader: it grades nothing, and registers each submission with its secret URL where people grade. */
export class ManualGrader {
  /** Every attempt, in order. */
  readonly registrations: Registration[] = []
  readonly #world: World
  readonly #options: ManualGraderOptions
  readonly #stopping = new AbortController()

  constructor(world: World, options: ManualGraderOptions) {
    this.#world = world
    this.#options = options
  }

  onSubmissionEvent({ kind, submission, submissionUrl }: SubmissionEvent): void {
    if (kind === 'graded' || !this.#options.exerciseIds.includes(submission.exerciseId)) return
    this.#register(submission, submissionUrl).catch(() => {})
  }

  /**
   * Registers every submission of its exercises that was handed in before it started, a few at a time. Resolves with their
   * number once there is a final reply for each.
   */
  async registerAll(submissionUrl: (submissionId: number) => string): Promise<number> {
    const ids = this.#options.exerciseIds.flatMap((id) => this.#world.submissionsOf.get(id) ?? [])
    const left = ids.values()
    const registerNext = async (): Promise<void> => {
      for (const id of left) await this.#register(this.#world.submission(id), submissionUrl(id))
    }
    await Promise.all(Array.from({ length: atOnce }, registerNext))
    return ids.length
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Tries until there is a final reply, so that no submission is lost while the boundary is starting or overloaded. */
  async #register(submission: Submission, callbackUrl: string): Promise<void> {
    const { signal } = this.#stopping
    for (let waitMs = 200; !signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
      const status = await this.#post({ ...registrationOf(this.#world, submission), callbackUrl }).catch(() => null)
      if (signal.aborted) return
      this.registrations.push({ submissionId: submission.id, status })
      if (status !== null && status < 500) return
      await delay(waitMs, undefined, { signal })
    }
  }

  async #post(body: object): Promise<number> {
    const reply = await fetch(`${this.#options.url}/api/internal/manual-grading/capabilities`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(10_000)]),
      headers: { 'X-Service-Manual-Grading-Secret': this.#options.secret, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    await reply.body?.cancel()
    return reply.status
  }
}

function registrationOf(world: World, submission: Submission): object {
  const { id: exerciseId, courseId, maxPoints } = world.exercise(submission.exerciseId)
  const sameSubmitters = (id: number): boolean =>
    world.submission(id).submitterIds.toSorted().join() === submission.submitterIds.toSorted().join()
  return {
    courseId,
    exerciseId,
    submissionId: submission.id,
    maxPoints,
    submitterIds: submission.submitterIds,
    submittedAt: new Date(submission.submittedAtMs).toISOString(),
    language: submission.language,
    attempt: (world.submissionsOf.get(exerciseId) ?? []).filter((id) => id <= submission.id && sameSubmitters(id))
      .length,
  }
}
