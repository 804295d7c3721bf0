import type { Database } from '@course-grading/data'
import { insertCompletedResult, insertDelivery } from '@course-grading/data'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoTokenOf } from '../map.ts'
import type { Ports } from '../ports.ts'

/** Who teaches the demo course, and what is assessed in it; its grades set out at once. */
const teacherId = 101
const courseId = 11
const exerciseId = 1104
const firstStudentId = 205
const lastStudentId = 230
/** Of one student to the exercise. */
const maxSubmissions = 10
const pollMs = 250

export interface ShownDelivery {
  readonly state: string
  readonly confirmedBy: string | null
  readonly sends: readonly { readonly number: number; readonly outcome: string | null; readonly kind: string | null }[]
  readonly seenUpstream: { readonly at: string; readonly grade: number | null } | null
  readonly upstream: { readonly status: string; readonly grade: number; readonly latePenalty: number | null } | null
  readonly standing: string
}

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

export interface Work {
  readonly submissionId: number
  readonly studentId: number
}

export interface Stage {
  readonly database: Database
  readonly ports: Ports
  /** What the services take in development, or what the environment told them. */
  readonly secrets: { readonly frontend: string; readonly manualGrading: string }
  readonly say: (line: string) => void
  /** Aborted when all has taken too long. */
  readonly signal: AbortSignal
}

/** What the people and programs of the demo do, each by the boundary that is theirs; each says what it was answered. */
export class Actors {
  readonly #stage: Stage
  #session: string | undefined

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** A student hands in; the next one does when this one has handed in as often as one may. */
  async submit(): Promise<Work> {
    for (let studentId = firstStudentId; studentId <= lastStudentId; studentId += 1) {
      const answer = await this.#fetch(this.#simulator(`/api/v2/exercises/${exerciseId}/submissions/submit`), {
        method: 'POST',
        headers: { ...this.#token(studentId), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'answer=done',
      })
      await answer.body?.cancel()
      if (answer.status !== 201) continue
      const submissionId = Number(/(\d+)\/?$/.exec(answer.headers.get('location') ?? '')?.[1])
      this.#tell('A+', `student ${studentId} hands in submission ${submissionId}: ${answer.status}`)
      return { submissionId, studentId }
    }
    throw new Error('no student of the demo course may hand in any more: start anew')
  }

  /** The isolated grader has told manual-grading of it. */
  async registered({ submissionId }: Work): Promise<void> {
    const status = await this.#until('the isolated grader registers it', async () => {
      const { registrations } = (await this.#control('GET', '/registrations')) as {
        registrations: { submissionId: number; status: number | null }[]
      }
      return registrations.findLast((each) => each.submissionId === submissionId)?.status ?? undefined
    })
    this.#tell('manual-grading', `the isolated grader registers its capability: ${status}`)
    this.#tell('manual-grading', `the capability is ${await this.#capabilityOf(submissionId)}`)
  }

  /** The teacher makes submissions in the student's name, so that this one is over the limit when it is graded. */
  async useUpSubmissions({ studentId }: Work): Promise<void> {
    for (let made = 0; made < maxSubmissions; made += 1) {
      const answer = await this.#fetch(this.#simulator(`/api/v2/exercises/${exerciseId}/submissions`), {
        method: 'POST',
        headers: { ...this.#token(teacherId), 'Content-Type': 'application/json' },
        body: JSON.stringify({ students_by_user_id: [studentId], points: 0 }),
      })
      await answer.body?.cancel()
      if (answer.status !== 201) throw new Error(`a submission of the teacher's was answered ${answer.status}`)
    }
    this.#tell(
      'A+',
      `the teacher makes ${maxSubmissions} submissions of student ${studentId}'s: more than one may hand in`,
    )
  }

  async sayCapability({ submissionId }: Work): Promise<void> {
    this.#tell('manual-grading', `the capability is ${await this.#capabilityOf(submissionId)}`)
  }

  async #capabilityOf(submissionId: number): Promise<string> {
    let cursor = ''
    for (;;) {
      const url =
        `http://127.0.0.1:${this.#stage.ports.manualGrading}/api/internal/manual-grading/capabilities` +
        `?courseId=${courseId}&exerciseId=${exerciseId}&limit=200${cursor}`
      const answer = await this.#fetch(url, {
        headers: { 'X-Service-Manual-Grading-Secret': this.#stage.secrets.manualGrading },
      })
      const { items = [], nextCursor = null } = (await answer.json()) as {
        items?: { submissionId: number; state: string }[]
        nextCursor?: string | null
      }
      const found = items.find((item) => item.submissionId === submissionId)
      if (found !== undefined) return found.state
      if (nextCursor === null) return 'not there'
      cursor = `&cursor=${nextCursor}`
    }
  }

  /** The grade as an assessment leaves it, on its way at once; answers its delivery. */
  async assess({ submissionId }: Work, points: string): Promise<string> {
    const deliveryId = await this.#stage.database.transaction(async (tx) => {
      const result = await insertCompletedResult(tx, {
        submissionId,
        points,
        maxPoints: '100',
        feedbackHtml: '<p>Well done.</p>',
        payload: '{"demo":true}',
        createdBy: teacherId,
      })
      if (result.outcome !== 'inserted') throw new Error(`the result was ${result.outcome}`)
      const delivery = await insertDelivery(tx, { resultId: result.resultId, state: 'pending', byUserId: teacherId })
      if (delivery.outcome !== 'inserted') throw new Error(`the delivery was ${delivery.outcome}`)
      return delivery.deliveryId
    })
    this.#tell('assessment', `${points} of 100 points: delivery ${deliveryId} sets out`)
    return deliveryId
  }

  /** The next grade for the submission goes wrong in this way at A+. */
  async breakNextGrade({ submissionId }: Work, kind: 'drop_answer' | 'reset_after_body'): Promise<void> {
    await this.#control('POST', '/faults', {
      method: 'POST',
      path: `/api/v2/submissions/${submissionId}/grader`,
      times: 1,
      action: { kind },
    })
    const words = {
      drop_answer: 'takes the next grade, and its answer is lost',
      reset_after_body: 'drops the connection, and takes nothing',
    }
    this.#tell('A+', `${words[kind]} (${kind})`)
  }

  /** Waits until the delivery is as wanted, and says each state that it was seen in. */
  async follow(deliveryId: string, isThere: (delivery: ShownDelivery) => boolean): Promise<ShownDelivery> {
    let last = ''
    return await this.#until(`delivery ${deliveryId} goes on`, async () => {
      const { body } = await this.teacher('GET', `/deliveries/${deliveryId}`)
      const delivery = body as unknown as ShownDelivery
      const words = inWords(delivery)
      if (words !== last) this.#tell('frontend-internal', `getDelivery: ${words}`)
      last = words
      return isThere(delivery) ? delivery : undefined
    })
  }

  /** What the student sees, and how often A+ was asked to grade it: both must be as given. */
  async sayUpstream(
    { submissionId, studentId }: Work,
    expected: { readonly grade: number; readonly asked: number },
  ): Promise<void> {
    const answer = await this.#fetch(this.#simulator(`/api/v2/submissions/${submissionId}/`), {
      headers: this.#token(studentId),
    })
    const { status, grade } = (await answer.json()) as { status: string; grade: number }
    const { entries } = (await this.#control('GET', '/journal?operation=grade')) as { entries: { path: string }[] }
    const asked = entries.filter(({ path }) => path.includes(`/submissions/${submissionId}/`)).length
    this.#tell('A+', `the student sees ${status}, grade ${grade}; asked to grade it: ${asked}`)
    if (grade !== expected.grade || asked !== expected.asked)
      throw new Error(`expected grade ${expected.grade}, asked ${expected.asked}`)
  }

  async resolve(deliveryId: string, as: string): Promise<Reply> {
    const answer = await this.teacher('POST', `/deliveries/${deliveryId}/resolve`, {
      as,
      reason: 'Looked at A+: there is no grade.',
    })
    const { state, code, detail } = answer.body
    const told = answer.status === 200 ? [state] : [code, 'detail', detail]
    this.#tell('frontend-internal', `resolveDelivery ${as}: ${answer.status} ${told.map(String).join(' ')}`)
    return answer
  }

  /** Asks until it is not refused any more; says it when it is not. */
  async resolveOnceRested(deliveryId: string, as: string): Promise<void> {
    this.#tell('teacher', 'waits until what was sent cannot be on its way any more')
    await this.#until(
      'the send has rested',
      async () => {
        const { status } = await this.teacher('POST', `/deliveries/${deliveryId}/resolve`, {
          as,
          reason: 'Looked at A+ again: still no grade.',
        })
        return status === 409 ? undefined : status
      },
      2_000,
    ).then((status) => this.#tell('frontend-internal', `resolveDelivery ${as}: ${status}`))
  }

  /** A request of the teacher's, signed in by the web frontend. */
  async teacher(method: string, path: string, body?: object): Promise<Reply> {
    this.#session ??= await this.#signIn()
    return await this.#frontend(method, path, body, { Authorization: `Bearer ${this.#session}` })
  }

  async #signIn(): Promise<string> {
    const { status, body } = await this.#frontend('POST', '/sessions', { token: demoTokenOf(teacherId) })
    this.#tell('frontend-internal', `the teacher signs in: ${status}`)
    return String(body['sessionId'])
  }

  async #frontend(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const answer = await this.#fetch(
      `http://127.0.0.1:${this.#stage.ports.frontendInternal}/internal/frontend${path}`,
      {
        method,
        headers: {
          'X-Service-Frontend-Secret': this.#stage.secrets.frontend,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
    )
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.#fetch(this.#simulator(`/__sim${path}`), {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the simulator's control answered ${answer.status}`)
    return await answer.json()
  }

  async #until<T>(what: string, look: () => Promise<T | undefined>, everyMs = pollMs): Promise<T> {
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (this.#stage.signal.aborted) throw new Error(`waited in vain: ${what}`)
      await sleep(everyMs)
    }
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { ...init, signal: this.#stage.signal })
  }

  #simulator(path: string): string {
    return `http://127.0.0.1:${this.#stage.ports.simulator}${path}`
  }

  #token(userId: number): Record<string, string> {
    return { Authorization: `Token ${demoTokenOf(userId)}` }
  }

  #tell(who: string, words: string): void {
    this.#stage.say(`  ${who.padEnd(17)}  ${words}`)
  }
}

function inWords({ state, confirmedBy, sends, seenUpstream, upstream, standing }: ShownDelivery): string {
  const sent = sends.map(
    ({ number, outcome, kind }) => `send ${number} ${outcome ?? 'open'}${kind === null ? '' : ` (${kind})`}`,
  )
  const seen =
    seenUpstream === null || state === 'delivered' ? [] : [`looked up: grade ${seenUpstream.grade ?? 'none'}`]
  const made =
    upstream === null ? [] : [`A+ made of it: ${upstream.status}, grade ${upstream.grade}, standing: ${standing}`]
  return [state, ...(confirmedBy === null ? [] : [`known by ${confirmedBy}`]), ...sent, ...seen, ...made].join(', ')
}
