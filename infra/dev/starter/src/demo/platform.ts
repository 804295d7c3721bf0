import { demoTokenOf } from '../map.ts'
import { essayId, projectId, report, type Stage, until } from './stage.ts'
import { howToBeginAgain } from './look.ts'

const firstStudentId = 205
const lastStudentId = 230
/** The limit of submissions for one student in an exercise. */
const maxSubmissions = 10

export interface Work {
  readonly exerciseId: number
  readonly submissionId: number
  readonly studentId: number
}

/** A+ and the isolated grader, which the simulator plays. Each step reports what it replied. */
export class Platform {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** A student hands in a project, and the isolated grader registers it. */
  submitProject(): Promise<Work> {
    return this.#submit(projectId, new URLSearchParams({ answer: 'done' }))
  }

  /** The same with a program. */
  submitEssay(): Promise<Work> {
    const form = new FormData()
    form.set('file1', new File(['def answer():\n    return 42\n'], 'solution.py'))
    return this.#submit(essayId, form)
  }

  /** Hands in, as the next student if this one is at the limit. */
  async #submit(exerciseId: number, body: URLSearchParams | FormData): Promise<Work> {
    for (let studentId = firstStudentId; studentId <= lastStudentId; studentId += 1) {
      const path = `/api/v2/exercises/${exerciseId}/submissions/submit`
      const reply = await this.#fetch(path, studentId, { method: 'POST', body })
      await reply.body?.cancel()
      if (reply.status !== 201) continue
      const submissionId = Number(/(\d+)\/?$/.exec(reply.headers.get('location') ?? '')?.[1])
      report(this.#stage, 'A+', `student ${studentId} hands in submission ${submissionId}: ${reply.status}`)
      const registered = await until(this.#stage, 'the isolated grader registers it', async () => {
        const { registrations } = (await this.#control('GET', '/registrations')) as {
          registrations: { submissionId: number; status: number | null }[]
        }
        return registrations.findLast((each) => each.submissionId === submissionId)?.status ?? undefined
      })
      report(this.#stage, 'manual-grading', `the isolated grader registers its capability: ${registered}`)
      return { submissionId, studentId, exerciseId }
    }
    throw new Error(`no student of the demo course may hand in any more.\n${howToBeginAgain}`)
  }

  /** The student hands in again without being assessed, so that the first submission exceeds the limit when it is graded. */
  async useUpSubmissions({ studentId, exerciseId }: Work): Promise<void> {
    for (let made = 0; made < maxSubmissions; made += 1)
      await this.#control('POST', '/world/edits', { edit: 'addSubmission', exerciseId, submitterIds: [studentId] })
    report(this.#stage, 'A+', `student ${studentId} has ${maxSubmissions} more submissions: more than the limit`)
  }

  /** Makes the next grade for the submission fail in this way at A+. */
  async breakNextGrade({ submissionId }: Work, kind: 'drop_answer' | 'reset_after_body'): Promise<void> {
    const path = `/api/v2/submissions/${submissionId}/grader`
    await this.#control('POST', '/faults', { method: 'POST', path, times: 1, action: { kind } })
    report(this.#stage, 'A+', `the next grade meets ${kind}`)
  }

  /**
   * Reports what the student sees and how many times A+ was asked to grade the submission. Returns the feedback. @throws Error if
   * either differs from what is expected
   */
  async check(
    { submissionId, studentId }: Work,
    expected: { readonly grade: number; readonly posts: number },
  ): Promise<string> {
    const reply = await this.#fetch(`/api/v2/submissions/${submissionId}/`, studentId)
    const { status, grade, feedback } = (await reply.json()) as { status: string; grade: number; feedback: string }
    const { entries } = (await this.#control('GET', '/journal?operation=grade')) as { entries: { path: string }[] }
    const posts = entries.filter(({ path }) => path.includes(`/submissions/${submissionId}/`)).length
    report(this.#stage, 'A+', `the student sees ${status}, grade ${grade}; grading requests for it: ${posts}`)
    if (grade !== expected.grade || posts !== expected.posts)
      throw new Error(`expected grade ${expected.grade} and ${expected.posts} grading requests`)
    return feedback
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await this.#fetch(`/__sim${path}`, null, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`the simulator's control endpoint got ${reply.status}`)
    return await reply.json()
  }

  #fetch(path: string, userId: number | null, init: RequestInit = {}): Promise<Response> {
    const { ports, signal } = this.#stage
    const headers = userId === null ? {} : { Authorization: `Token ${demoTokenOf(userId)}` }
    return fetch(`http://127.0.0.1:${ports.simulator}${path}`, { ...init, headers, signal })
  }
}
