import { FrontendSession, type Reply } from './frontend-session.ts'
import { report, type Stage } from './stage.ts'

/** An assessment, as far as the demo looks at it. */
interface AssessmentView {
  readonly id: string
  readonly submissionId: number
  readonly state: string
  readonly revision: number
  readonly feedbackId: string
  readonly points: number
  readonly maxPoints: number
  readonly upstreamPoints: number | null
  readonly submitters: readonly { readonly fullName: string }[]
  readonly delivery: { readonly id: string; readonly state: string } | null
}

/** A grader who judges what was handed in. Each step reports the reply. */
export class Assessor {
  readonly #stage: Stage
  readonly #session: FrontendSession
  readonly #who: string

  constructor(stage: Stage, who: string, userId: number) {
    this.#stage = stage
    this.#who = who
    this.#session = new FrontendSession(stage, { who, userId })
  }

  /** Claims one submission. */
  async claim(submissionId: number): Promise<AssessmentView> {
    return await this.#claimed('claimSubmission', `/submissions/${submissionId}/claims`)
  }

  /** Claims the next submission of an exercise, whichever that is. */
  async claimNext(courseId: number, exerciseId: number): Promise<AssessmentView> {
    return await this.#claimed('claimNext', `/courses/${courseId}/exercises/${exerciseId}/claims`)
  }

  async score({ id, revision }: AssessmentView, scores: object): Promise<AssessmentView> {
    const saved = await this.#session.send('PATCH', `/assessments/${id}`, { scores }, { revision })
    if (saved.status !== 204) throw new Error(`patchAssessment got ${saved.status} ${JSON.stringify(saved.body)}`)
    const assessment = await this.#done('getAssessment', this.#session.send('GET', `/assessments/${id}`))
    const { points, maxPoints, upstreamPoints } = assessment
    this.#report(`patchAssessment: 204, ${points} of ${maxPoints} points, A+ will show ${upstreamPoints}`)
    return assessment
  }

  /** Writes a text below that of the template, and an annotation of a line of a file. */
  async write({ id, feedbackId }: AssessmentView, body: string): Promise<AssessmentView> {
    const path = `/feedback/${feedbackId}`
    const { body: document } = await this.#session.send('GET', path)
    const begun = String(document['body'])
    const annotation = { startLine: 2, endLine: 2, kind: 'question', body: 'Why *this* number?', private: false }
    const annotations = { a1: { ...annotation, anchor: { fileId: 1, path: 'solution.py' } } }
    const revision = Number(document['revision'])
    const saved = await this.#session.send('PATCH', path, { body: `${begun}${body}`, annotations }, { revision })
    if (saved.status !== 204) throw new Error(`patchFeedback got ${saved.status} ${JSON.stringify(saved.body)}`)
    this.#report(`patchFeedback: 204, begun as ${JSON.stringify(begun)}`)
    return await this.#done('getAssessment', this.#session.send('GET', `/assessments/${id}`))
  }

  /** @throws Error if the completion makes no delivery */
  async complete({ id, revision }: AssessmentView): Promise<AssessmentView & { readonly deliveryId: string }> {
    const completing = this.#session.send('POST', `/assessments/${id}/complete`, {}, { revision })
    const assessment = await this.#done('completeAssessment', completing)
    const { delivery } = assessment
    if (delivery === null) throw new Error('expected a delivery')
    this.#report(`completeAssessment: 200, delivery ${delivery.id} is ${delivery.state}`)
    return { ...assessment, deliveryId: delivery.id }
  }

  async handBack({ id, submissionId }: AssessmentView): Promise<void> {
    const { status } = await this.#session.send('DELETE', `/assessments/${id}/claim`)
    this.#report(`releaseClaim: ${status}, submission ${submissionId} waits again`)
  }

  async #claimed(operation: string, path: string): Promise<AssessmentView> {
    const assessment = await this.#done(operation, this.#session.send('POST', path, {}))
    const names = assessment.submitters.map(({ fullName }) => fullName).join(', ')
    this.#report(`${operation}: submission ${assessment.submissionId} of ${names}`)
    return assessment
  }

  async #done(operation: string, sending: Promise<Reply>): Promise<AssessmentView> {
    const { status, body } = await sending
    if (status !== 200 && status !== 201) throw new Error(`${operation} got ${status} ${JSON.stringify(body)}`)
    return body as unknown as AssessmentView
  }

  #report(what: string): void {
    report(this.#stage, 'frontend-internal', `${this.#who}: ${what}`)
  }
}
