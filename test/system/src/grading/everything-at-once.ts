import type { Chance } from '../delivery/chance.ts'
import { askFrontend, type FrontendSending, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { patiently } from '../world.ts'
import { type ClaimsWorld, exerciseId, type Grader, startClaimsWorld } from './claims-world.ts'

/**
 * The submitters of a storm's submissions. Some are attempts of the same people, and some are by groups that share a person.
 */
const groups = [[201], [201], [201, 202], [201, 202], [202, 203], [203], [203], [203]] as const

/** Graders, teachers and the isolated grader at two processes of each service, on a few submissions for which all compete. */
export interface StormWorld {
  readonly claims: ClaimsWorld
  readonly teacher: Grader
  readonly gradingProcesses: readonly ServiceProcess[]
  /** Ids of the submissions, with whoever handed each in. */
  readonly submissions: readonly { readonly submissionId: number; readonly submitterIds: readonly number[] }[]
}

export async function startStormWorld(): Promise<StormWorld> {
  const claims = await startClaimsWorld({ processes: 2, graders: 6, submissions: 1, maxOpenClaims: 3 })
  const { upstream, start } = claims.world
  const env = {
    CALLBACK_ALLOWED: `${upstream.url}/api/v2/submissions/*/grader|127.0.0.1/32`,
    FIXTURE_TOOLING: 'enabled',
    DELIVERY_SETTLE_S: '70',
    DELIVERY_REGISTRATION_SETTLE_S: '0',
  }
  const [first] = claims.processes
  if (first === undefined) throw new Error('a storm needs a process')
  return {
    claims,
    teacher: { userId: 101, session: await signIn(first) },
    gradingProcesses: await Promise.all([start('manual-grading', env), start('manual-grading', env)]),
    submissions: groups.map((submitterIds) => ({
      submissionId: upstream.world.addSubmission({ exerciseId, submitterIds: [...submitterIds] }).id,
      submitterIds,
    })),
  }
}

/** Several clients work at the same time until `hasEnded` says so of the replies so far. Returns how often each reply came, by operation, status and code. */
export async function everythingAtOnce(
  world: StormWorld,
  chance: Chance,
  {
    clients,
    hasEnded,
  }: { readonly clients: number; readonly hasEnded: (replies: ReadonlyMap<string, number>) => boolean },
): Promise<ReadonlyMap<string, number>> {
  const replies = new Map<string, number>()
  const begun = new Map<number, string>()
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = new Client(world, index, chance, { replies, begun })
      while (!hasEnded(replies)) await client.act()
    }),
  )
  return replies
}

interface Known {
  readonly id: string
  readonly submissionId: number
  readonly revision: number
}

/** The state that all clients share. */
interface Shared {
  readonly replies: Map<string, number>
  /** The last assessment of each submission. */
  readonly begun: Map<number, string>
}

class Client {
  readonly #world: StormWorld
  readonly #index: number
  readonly #chance: Chance
  readonly #shared: Shared
  readonly #who: Grader

  constructor(world: StormWorld, index: number, chance: Chance, shared: Shared) {
    this.#world = world
    this.#index = index
    this.#chance = chance
    this.#shared = shared
    // Every third client is the teacher, who may do more.
    const graders = world.claims.graders
    this.#who = index % 3 === 0 ? world.teacher : (graders[index % graders.length] ?? world.teacher)
  }

  async act(): Promise<void> {
    const { submissionId, submitterIds } = this.#chance.pick(this.#world.submissions)
    const draw = this.#chance.whole(100)
    if (draw < 22) return await this.#register(submissionId, submitterIds)
    if (draw < 58) return await this.#grade(submissionId)
    if (draw < 72) return await this.#reopenRestartOrTakeOver(submissionId)
    if (draw < 80) return void (await this.#ask('releaseGrades', 'POST', `${here}/release`, { body: {} }))
    if (draw < 85)
      return await this.#askAsIsolatedGrader(
        'deleteCapability',
        'DELETE',
        `/capabilities/${submissionId}?courseId=11&exerciseId=${exerciseId}`,
      )
    if (draw < 88) return await this.#askAsIsolatedGrader('resetAssessments', 'DELETE', `/assessments?${place}`)
    if (draw < 90) return await this.#askAsIsolatedGrader('deleteCapabilities', 'DELETE', `/capabilities?${place}`)
    if (draw < 94) {
      const userId = this.#chance.pick(submitterIds)
      return void (await this.#ask('eraseStudentData', 'DELETE', `/courses/11/students/${userId}/data`))
    }
    return await this.#changeSettings()
  }

  async #register(submissionId: number, submitterIds: readonly number[]): Promise<void> {
    await this.#askAsIsolatedGrader('registerCapability', 'POST', '/capabilities', {
      courseId: 11,
      exerciseId,
      submissionId,
      callbackUrl: this.#world.claims.world.upstream.submissionUrl(submissionId),
      maxPoints: 100,
      submitterIds,
      submittedAt: new Date(Date.UTC(2026, 10, 1) + submissionId * 60_000).toISOString(),
      language: 'fi',
      attempt: 1,
      fixture: submissionId % 2 === 0,
    })
  }

  async #grade(submissionId: number): Promise<void> {
    const reply = this.#chance.happens(0.5)
      ? await this.#ask('claimNext', 'POST', `${here}/claims`)
      : await this.#ask('claimSubmission', 'POST', `/submissions/${submissionId}/claims`)
    if (reply.status !== 200 && reply.status !== 201) return
    const { id, revision, submissionId: claimed } = (await reply.json()) as Known
    this.#shared.begun.set(claimed, id)
    await this.#ask('patchAssessment', 'PATCH', `/assessments/${id}`, {
      ifMatch: `"${revision}"`,
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: { scores: { points: { points: this.#chance.whole(101) } }, privateNote: `by ${this.#who.userId}` },
    })
    if (this.#chance.happens(0.1)) return void (await this.#ask('releaseClaim', 'DELETE', `/assessments/${id}/claim`))
    await this.#ask('completeAssessment', 'POST', `/assessments/${id}/complete`, { ifMatch: `"${revision + 1}"` })
  }

  async #reopenRestartOrTakeOver(submissionId: number): Promise<void> {
    const id = this.#shared.begun.get(submissionId)
    if (id === undefined) return
    const [operation, step] = this.#chance.pick([
      ['reopenAssessment', 'reopen'],
      ['restartAssessment', 'restart'],
      ['takeOverClaim', 'takeover'],
    ] as const)
    const body = step === 'takeover' ? {} : { body: { reason: 'Once more.' } }
    await this.#ask(operation, 'POST', `/assessments/${id}/${step}`, body)
  }

  async #changeSettings(): Promise<void> {
    const path = `${here}/grading`
    const reply = await this.#ask('getExerciseGrading', 'GET', path)
    if (!reply.ok) return
    const before = (await reply.json()) as object
    await this.#ask('putExerciseGrading', 'PUT', path, {
      ifMatch: reply.headers.get('etag') ?? '"0"',
      body: {
        ...before,
        attempts: this.#chance.pick(['latest', 'all']),
        anonymous: this.#chance.happens(0.5),
        release: this.#chance.pick(['immediate', 'manual']),
      },
    })
  }

  async #ask(operation: string, method: string, path: string, sending: FrontendSending = {}): Promise<Response> {
    const { processes } = this.#world.claims
    const process = processes[this.#index % processes.length]
    if (process === undefined) throw new Error('a storm needs a process')
    return await this.#counted(
      operation,
      await askFrontend(process, method, path, { ...sending, session: this.#who.session }),
    )
  }

  async #askAsIsolatedGrader(operation: string, method: string, path: string, body?: object): Promise<void> {
    const { gradingProcesses } = this.#world
    const url = `${gradingProcesses[this.#index % gradingProcesses.length]?.url ?? ''}/api/internal/manual-grading${path}`
    const headers = {
      'X-Service-Manual-Grading-Secret': 'dev-manual-grading-secret-0000000000',
      'Content-Type': 'application/json',
    }
    await this.#counted(
      operation,
      await patiently(() => fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })),
    )
  }

  async #counted(operation: string, reply: Response): Promise<Response> {
    const code = reply.ok ? '' : ` ${((await reply.clone().json()) as { code: string }).code}`
    const key = `${operation} ${reply.status}${code}`
    const { replies } = this.#shared
    replies.set(key, (replies.get(key) ?? 0) + 1)
    return reply
  }
}

const here = `/courses/11/exercises/${exerciseId}`
const place = `courseId=11&exerciseId=${exerciseId}`
