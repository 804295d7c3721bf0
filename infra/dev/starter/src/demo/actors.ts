import { setTimeout as sleep } from 'node:timers/promises'
import { demoTokenOf } from '../map.ts'
import { Assessor } from './assessor.ts'
import { FeedbackReader } from './feedback-reader.ts'
import { FrontendSession, type Reply } from './frontend-session.ts'
import { GraderOfDemo } from './grader-of-demo.ts'
import { howToBeginAgain, lookAtDemoCourse } from './look.ts'
import { report, type Stage } from './stage.ts'

/** The teacher of the demo course, and the exercise whose grades are delivered at once. */
const teacherId = 101
export const courseId = 11
const exerciseId = 1104
/** Its maximum, from which faults take points away. */
const maxPoints = 100
/** The exercise whose grades a teacher releases. */
export const essayId = 1103
const firstStudentId = 205
const lastStudentId = 230
/** The limit of submissions for one student in this exercise. */
const maxSubmissions = 10
const pollMs = 250

interface DeliveryView {
  readonly state: string
  readonly confirmedBy: string | null
  readonly sends: readonly { readonly number: number; readonly outcome: string | null; readonly kind: string | null }[]
  readonly seenUpstream: { readonly at: string; readonly grade: number | null } | null
  readonly upstream: { readonly status: string; readonly grade: number; readonly latePenalty: number | null } | null
  readonly standing: string
}

interface Work {
  readonly exercise: number
  readonly submissionId: number
  readonly studentId: number
}

/** The people and programs of the demo, each with its own boundary. Each step reports the reply that it got. */
export class Actors {
  readonly grader: GraderOfDemo
  readonly reader: FeedbackReader
  /** Two graders of the demo course; the second one is restricted to a language and a group. */
  readonly assessor: Assessor
  readonly secondAssessor: Assessor
  readonly #stage: Stage
  readonly #teacher: FrontendSession

  constructor(stage: Stage) {
    this.#stage = stage
    this.#teacher = new FrontendSession(stage, { who: 'teacher', userId: teacherId })
    this.grader = new GraderOfDemo(stage)
    this.reader = new FeedbackReader(stage)
    this.assessor = new Assessor(stage, 'grader', 103)
    this.secondAssessor = new Assessor(stage, 'second grader', 102)
  }

  /** What the demo does not find in the demo course, so that it need not begin. */
  look(): Promise<readonly string[]> {
    return lookAtDemoCourse((path) => this.#teacher.send('GET', path))
  }

  /** A student hands in a project. */
  submit(): Promise<Work> {
    return this.#handIn(exerciseId, new URLSearchParams({ answer: 'done' }))
  }

  /** A student hands in an essay program. */
  submitEssay(): Promise<Work> {
    const form = new FormData()
    form.set('file1', new File(['def answer():\n    return 42\n'], 'solution.py'))
    return this.#handIn(essayId, form)
  }

  /** Hands in, as the next student if this one is at the limit. */
  async #handIn(exercise: number, body: URLSearchParams | FormData): Promise<Work> {
    for (let studentId = firstStudentId; studentId <= lastStudentId; studentId += 1) {
      const reply = await this.#fetch(this.#simulator(`/api/v2/exercises/${exercise}/submissions/submit`), {
        method: 'POST',
        headers: this.#token(studentId),
        body,
      })
      await reply.body?.cancel()
      if (reply.status !== 201) continue
      const submissionId = Number(/(\d+)\/?$/.exec(reply.headers.get('location') ?? '')?.[1])
      report(this.#stage, 'A+', `student ${studentId} hands in submission ${submissionId}: ${reply.status}`)
      return { submissionId, studentId, exercise }
    }
    throw new Error(`no student of the demo course may hand in any more.\n${howToBeginAgain}`)
  }

  /** Waits until the isolated grader has registered the submission with manual-grading. */
  async registered(work: Work): Promise<void> {
    const status = await this.#until('the isolated grader registers it', async () => {
      const { registrations } = (await this.#control('GET', '/registrations')) as {
        registrations: { submissionId: number; status: number | null }[]
      }
      return registrations.findLast((each) => each.submissionId === work.submissionId)?.status ?? undefined
    })
    report(this.#stage, 'manual-grading', `the isolated grader registers its capability: ${status}`)
    report(this.#stage, 'manual-grading', `the capability is ${await this.#capabilityOf(work)}`)
  }

  /** The student hands in again without being assessed, so that the first submission exceeds the limit when it is graded. */
  async useUpSubmissions({ studentId }: Work): Promise<void> {
    for (let made = 0; made < maxSubmissions; made += 1)
      await this.#control('POST', '/world/edits', { edit: 'addSubmission', exerciseId, submitterIds: [studentId] })
    report(this.#stage, 'A+', `student ${studentId} has ${maxSubmissions} more submissions: more than the limit`)
  }

  async reportCapability(work: Work): Promise<void> {
    report(this.#stage, 'manual-grading', `the capability is ${await this.#capabilityOf(work)}`)
  }

  async #capabilityOf({ submissionId, exercise }: Work): Promise<string> {
    let cursor = ''
    for (;;) {
      const url =
        `http://127.0.0.1:${this.#stage.ports.manualGrading}/api/internal/manual-grading/capabilities` +
        `?courseId=${courseId}&exerciseId=${exercise}&limit=200${cursor}`
      const reply = await this.#fetch(url, {
        headers: { 'X-Service-Manual-Grading-Secret': this.#stage.secrets.manualGrading },
      })
      const { items = [], nextCursor = null } = (await reply.json()) as {
        items?: { submissionId: number; state: string }[]
        nextCursor?: string | null
      }
      const found = items.find((item) => item.submissionId === submissionId)
      if (found !== undefined) return found.state
      if (nextCursor === null) return 'not there'
      cursor = `&cursor=${nextCursor}`
    }
  }

  /** A grader claims the submission, takes points away from the maximum, and completes. Returns the id of the delivery, which is due. */
  async assess({ submissionId }: Work, points: number): Promise<string> {
    const claimed = await this.assessor.claim(submissionId)
    const scored = await this.assessor.score(claimed, { deduction: { points: points - maxPoints } })
    const { deliveryId } = await this.assessor.complete(scored)
    return deliveryId
  }

  /** The teacher releases the results of an exercise. */
  async release(exercise: number): Promise<void> {
    const { status, body } = await this.teacher('POST', `/courses/${courseId}/exercises/${exercise}/release`, {})
    report(this.#stage, 'frontend-internal', `releaseGrades: ${status} ${JSON.stringify(body)}`)
    if (status !== 200) throw new Error('expected the results to be released')
  }

  /** Makes the next grade for the submission fail in this way at A+. */
  async breakNextGrade({ submissionId }: Work, kind: 'drop_answer' | 'reset_after_body'): Promise<void> {
    await this.#control('POST', '/faults', {
      method: 'POST',
      path: `/api/v2/submissions/${submissionId}/grader`,
      times: 1,
      action: { kind },
    })
    const effects = {
      drop_answer: 'accepts the next grade, and its reply is lost',
      reset_after_body: 'drops the connection, and accepts nothing',
    }
    report(this.#stage, 'A+', `${effects[kind]} (${kind})`)
  }

  /** Waits until the delivery is as expected, and reports each state that it has until then. */
  async follow(deliveryId: string, isExpected: (delivery: DeliveryView) => boolean): Promise<DeliveryView> {
    let last = ''
    return await this.#until(`delivery ${deliveryId} is as expected`, async () => {
      const { body } = await this.teacher('GET', `/deliveries/${deliveryId}`)
      const delivery = body as unknown as DeliveryView
      const summary = summaryOf(delivery)
      if (summary !== last) report(this.#stage, 'frontend-internal', `getDelivery: ${summary}`)
      last = summary
      return isExpected(delivery) ? delivery : undefined
    })
  }

  /**
   * Reports what the student sees and how many times A+ was asked to grade the submission. @throws Error if either
   * differs from what is expected
   */
  async checkUpstream(
    { submissionId, studentId }: Work,
    expected: { readonly grade: number; readonly posts: number },
  ): Promise<void> {
    const reply = await this.#fetch(this.#simulator(`/api/v2/submissions/${submissionId}/`), {
      headers: this.#token(studentId),
    })
    const { status, grade } = (await reply.json()) as { status: string; grade: number }
    const { entries } = (await this.#control('GET', '/journal?operation=grade')) as { entries: { path: string }[] }
    const posts = entries.filter(({ path }) => path.includes(`/submissions/${submissionId}/`)).length
    report(this.#stage, 'A+', `the student sees ${status}, grade ${grade}; grading requests for it: ${posts}`)
    if (grade !== expected.grade || posts !== expected.posts)
      throw new Error(`expected grade ${expected.grade} and ${expected.posts} grading requests`)
  }

  async resolve(deliveryId: string, as: string): Promise<Reply> {
    const reply = await this.teacher('POST', `/deliveries/${deliveryId}/resolve`, {
      as,
      reason: 'Checked in A+: there is no grade.',
    })
    const { state, code, detail } = reply.body
    const outcome = reply.status === 200 ? [state] : [code, 'detail', detail]
    report(this.#stage, 'frontend-internal', `resolveDelivery ${as}: ${reply.status} ${outcome.map(String).join(' ')}`)
    return reply
  }

  /** Repeats the resolution until it is accepted, and reports that. */
  async resolveWhenAllowed(deliveryId: string, as: string): Promise<void> {
    report(this.#stage, 'teacher', 'waits until the first send can no longer arrive')
    await this.#until(
      'the delivery may be resolved',
      async () => {
        const { status } = await this.teacher('POST', `/deliveries/${deliveryId}/resolve`, {
          as,
          reason: 'Checked in A+ again: there is still no grade.',
        })
        return status === 409 ? undefined : status
      },
      2_000,
    ).then((status) => report(this.#stage, 'frontend-internal', `resolveDelivery ${as}: ${status}`))
  }

  /** A request of the teacher, through the web frontend's session. */
  async teacher(method: string, path: string, body?: object): Promise<Reply> {
    return await this.#teacher.send(method, path, body)
  }

  /** The teacher makes the service read from A+ who handed in what. */
  async refreshCourse(): Promise<void> {
    const { status, body } = await this.teacher('POST', `/courses/${courseId}/snapshot/refresh`)
    report(this.#stage, 'frontend-internal', `refreshCourseSnapshot: ${status}, revision ${String(body['revision'])}`)
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await this.#fetch(this.#simulator(`/__sim${path}`), {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`the simulator's control endpoint got ${reply.status}`)
    return await reply.json()
  }

  async #until<T>(what: string, read: () => Promise<T | undefined>, everyMs = pollMs): Promise<T> {
    for (;;) {
      const found = await read()
      if (found !== undefined) return found
      if (this.#stage.signal.aborted) throw new Error(`waited too long until: ${what}`)
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
}

function summaryOf({ state, confirmedBy, sends, seenUpstream, upstream, standing }: DeliveryView): string {
  const sent = sends.map(
    ({ number, outcome, kind }) => `send ${number} ${outcome ?? 'open'}${kind === null ? '' : ` (${kind})`}`,
  )
  const seen = seenUpstream === null || state === 'delivered' ? [] : [`verified: grade ${seenUpstream.grade ?? 'none'}`]
  const made = upstream === null ? [] : [`A+ shows: ${upstream.status}, grade ${upstream.grade}, standing: ${standing}`]
  return [state, ...(confirmedBy === null ? [] : [`known by ${confirmedBy}`]), ...sent, ...seen, ...made].join(', ')
}
