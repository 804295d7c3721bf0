import { setTimeout } from 'node:timers/promises'
import type { Chance } from '../delivery/chance.ts'
import { askFrontend, type FrontendSending } from '../frontend-client.ts'
import { type ClaimsWorld, exerciseId, type Grader, lapse } from './claims-world.ts'

interface Claimed {
  readonly id: string
  readonly revision: number
}

/** How often each reply came, by operation, status and code. */
type Replies = ReadonlyMap<string, number>

/**
 * All graders claim, save, complete, hand back, postpone, and abandon what they hold, each in two browsers at once, until
 * nothing is left for anybody.
 */
export async function storm(world: ClaimsWorld, chance: Chance): Promise<Replies> {
  const replies = new Map<string, number>()
  await Promise.all(
    world.graders.flatMap((grader, index) =>
      [0, 1].map((browser) => new GraderAtWork(world, grader, index + browser, chance, replies).work()),
    ),
  )
  return replies
}

class GraderAtWork {
  readonly #world: ClaimsWorld
  readonly #grader: Grader
  readonly #chance: Chance
  readonly #replies: Map<string, number>
  readonly #process: { readonly url: string }

  constructor(world: ClaimsWorld, grader: Grader, index: number, chance: Chance, replies: Map<string, number>) {
    this.#world = world
    this.#grader = grader
    this.#chance = chance
    this.#replies = replies
    const process = world.processes[index % world.processes.length]
    if (process === undefined) throw new Error('a storm needs a process')
    this.#process = process
  }

  async work(): Promise<void> {
    for (;;) {
      const reply = await this.#ask('claimNext', 'POST', `/courses/11/exercises/${exerciseId}/claims`)
      // Submissions that others hold at this moment are finished by them.
      if (reply.status === 204) return
      if (reply.ok) await this.#judge((await reply.json()) as Claimed)
      // The other browser of the grader works on what the grader holds.
      else await setTimeout(500)
    }
  }

  async #handBack(id: string): Promise<void> {
    await this.#ask('releaseClaim', 'DELETE', `/assessments/${id}/claim`)
  }

  async #judge({ id, revision }: Claimed): Promise<void> {
    const what = this.#chance.whole(100)
    if (what < 5) {
      await lapse(this.#world, id, this.#grader.userId)
      // A grader who comes back late may continue as long as nobody else has claimed.
      if (this.#chance.happens(0.5)) return
    } else if (what < 10) {
      await this.#handBack(id)
      return
    } else if (what < 12) {
      const sending = { body: { note: 'later' } }
      await this.#ask('postponeAssessment', 'POST', `/assessments/${id}/postpone`, sending)
      return
    }
    const saved = await this.#ask('patchAssessment', 'PATCH', `/assessments/${id}`, {
      ifMatch: `"${revision}"`,
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: { scores: { points: { points: this.#chance.whole(101) } } },
    })
    // The save of one of two browsers was refused, or it was repeated after a late reply. Somebody will claim the submission
    // again.
    if (!saved.ok) {
      await this.#handBack(id)
      return
    }
    // One grader in twenty leaves after the save, and somebody else claims the draft.
    if (this.#chance.happens(0.05)) {
      await lapse(this.#world, id, this.#grader.userId)
      return
    }
    const sending = { ifMatch: `"${revision + 1}"` }
    const completed = await this.#ask('completeAssessment', 'POST', `/assessments/${id}/complete`, sending)
    if (!completed.ok) await this.#handBack(id)
  }

  /** Repeats a request if the service is overloaded, or if others have locked what it needs. */
  async #ask(operation: string, method: string, path: string, sending: FrontendSending = {}): Promise<Response> {
    for (;;) {
      const reply = await askFrontend(this.#process, method, path, { ...sending, session: this.#grader.session })
      const code = reply.ok ? '' : ` ${((await reply.clone().json()) as { code: string }).code}`
      const key = `${operation} ${reply.status}${code}`
      this.#replies.set(key, (this.#replies.get(key) ?? 0) + 1)
      if (reply.status !== 503) return reply
      await setTimeout(Number(reply.headers.get('retry-after')) * 1000)
    }
  }
}

/** Whether a reply may occur: two browsers of one person are offered the same submission, and others claim abandoned ones. */
export const isAdmitted = (reply: string): boolean => admitted.has(reply) || reply.endsWith(' 503 overloaded')

/** The errors in the services' logs, to be printed when a storm fails. */
export const errorsOf = ({ processes }: ClaimsWorld): string =>
  JSON.stringify(processes.flatMap((process) => process.errors()).slice(0, 20))

const admitted = new Set([
  'claimNext 200',
  'claimNext 201',
  'claimNext 204',
  'claimNext 409 claim_limit',
  'releaseClaim 204',
  'releaseClaim 409 claim_lost',
  'releaseClaim 409 not_in_state',
  'postponeAssessment 204',
  'postponeAssessment 409 claim_lost',
  'postponeAssessment 409 not_in_state',
  'patchAssessment 204',
  'patchAssessment 409 claim_lost',
  'patchAssessment 409 not_in_state',
  'patchAssessment 412 revision_conflict',
  'completeAssessment 200',
  'completeAssessment 409 claim_lost',
  'completeAssessment 409 not_in_state',
  'completeAssessment 412 revision_conflict',
])
