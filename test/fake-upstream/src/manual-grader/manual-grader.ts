import { setTimeout as delay } from 'node:timers/promises'
import type { SubmissionEvent } from '../world/submission-event.ts'
import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'

/** Where the isolated grader registers what people are to assess. */
export interface ManualGraderOptions {
  /** Origin of the boundary. */
  readonly url: string
  readonly secret: string
  /** The exercises that it is the grading service of. */
  readonly exerciseIds: readonly number[]
}

/** One attempt to register a submission. */
export interface Registration {
  readonly submissionId: number
  /** Null: there was no answer. */
  readonly status: number | null
}

/** The isolated grader: it assesses nothing, it registers each submission, with the secret URL, where people assess. */
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

  hear({ kind, submission, submissionUrl }: SubmissionEvent): void {
    if (kind === 'graded' || !this.#options.exerciseIds.includes(submission.exerciseId)) return
    this.#register(submission, submissionUrl).catch(() => {})
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Until it is answered: neither a boundary that is starting nor one that is full loses a submission. */
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
    const answer = await fetch(`${this.#options.url}/api/internal/manual-grading/capabilities`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(10_000)]),
      headers: { 'X-Service-Manual-Grading-Secret': this.#options.secret, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.body?.cancel()
    return answer.status
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
