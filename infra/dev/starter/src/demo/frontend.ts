import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import { unzipSync } from 'fflate'
import type { DemoSession } from '../demo-course/assessed-essays.ts'
import { demoTokenOf } from '../map.ts'
import type { Work } from './platform.ts'
import { courseId, essayId, report, type Stage, until } from './stage.ts'

type Body<Operation extends 'getAssessment' | 'getDelivery'> = Awaited<ReturnType<DemoSession[Operation]>>['body']
type Assessment = Body<'getAssessment'>
type Delivery = Body<'getDelivery'>
type Scores = NonNullable<Parameters<DemoSession['patchAssessment']>[0]['body']['scores']>

/** The staff of the demo course; the second grader is restricted to a language and a group. */
const staff = { teacher: 101, grader: 103, 'second grader': 102 } as const
type Staff = keyof typeof staff

/** What people do at the web frontend, by its boundary. Each step reports the reply. */
export class Frontend {
  readonly #stage: Stage
  readonly #sessions = new Map<string, DemoSession>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** The calls of somebody, who signs in before the first one. */
  async as(who: Staff): Promise<DemoSession> {
    const known = this.#sessions.get(who)
    if (known !== undefined) return known
    const session = await this.#signIn(who, staff[who])
    this.#sessions.set(who, session)
    return session
  }

  async #signIn(who: string, userId: number): Promise<DemoSession> {
    const { transport, signal } = this.#stage
    const { status, body } = await transport.createSession({ body: { token: demoTokenOf(userId) }, signal })
    this.#report(`the ${who} signs in: ${status}`)
    return transport.withSession(body.sessionId)
  }

  /** Claims one submission, or the next essay, whichever that is. */
  async claim(who: Staff, submissionId: number | 'next'): Promise<Assessment> {
    const session = await this.as(who)
    const [operation, claimed] =
      submissionId === 'next'
        ? ['claimNext', await session.claimNext({ params: { courseId, exerciseId: essayId } })]
        : ['claimSubmission', await session.claimSubmission({ params: { submissionId } })]
    if (!claimed.body) throw new Error('expected work that waits')
    this.#report(`${who}: ${operation}: submission ${claimed.body.submissionId} of ${namesOf(claimed.body)}`)
    return claimed.body
  }

  async score({ id, revision }: Assessment, scores: Scores): Promise<Assessment> {
    const grader = await this.as('grader')
    const params = { id }
    const { status } = await grader.patchAssessment({ params, ifMatch: `"${revision}"`, body: { scores } })
    const { body } = await grader.getAssessment({ params })
    this.#report(
      `grader: patchAssessment: ${status}, ${body.points} of ${body.maxPoints} points, A+ will show ${body.upstreamPoints}`,
    )
    return body
  }

  /** Writes a text below that of the template, and an annotation of a line of a file. */
  async write({ id, feedbackId }: Assessment, words: string): Promise<Assessment> {
    const grader = await this.as('grader')
    const params = { id: feedbackId }
    const { body: begun, etag } = await grader.getFeedback({ params })
    const lines = { startLine: 2, endLine: 2, anchor: { fileId: 1, path: 'solution.py' } }
    const a1 = { ...lines, kind: 'question', body: 'Why *this* number?', private: false } as const
    const body = { body: `${begun.body}${words}`, annotations: { a1 } }
    const { status } = await grader.patchFeedback({ params, ifMatch: etag, body })
    this.#report(`grader: patchFeedback: ${status}, begun as ${JSON.stringify(begun.body)}`)
    return (await grader.getAssessment({ params: { id } })).body
  }

  /** Returns the id of the delivery. */
  async complete({ id, revision }: Assessment): Promise<string> {
    const grader = await this.as('grader')
    const { status, body } = await grader.completeAssessment({ params: { id }, ifMatch: `"${revision}"` })
    if (body.delivery === null) throw new Error('expected a delivery')
    this.#report(`grader: completeAssessment: ${status}, delivery ${body.delivery.id} is ${body.delivery.state}`)
    return body.delivery.id
  }

  /** A grader claims a project, takes points away from its maximum of 100, and completes. Returns the id of the delivery, which is due. */
  async assess(submissionId: number, points: number): Promise<string> {
    const claimed = await this.claim('grader', submissionId)
    return await this.complete(await this.score(claimed, { deduction: { points: points - 100 } }))
  }

  async handBack(who: Staff, { id, submissionId }: Assessment): Promise<void> {
    const { status } = await (await this.as(who)).releaseClaim({ params: { id } })
    this.#report(`${who}: releaseClaim: ${status}, submission ${submissionId} waits again`)
  }

  /** The teacher releases the results of the essays. */
  async release(): Promise<void> {
    const params = { courseId, exerciseId: essayId }
    const { status, body } = await (await this.as('teacher')).releaseGrades({ params, body: {} })
    this.#report(`releaseGrades: ${status} ${JSON.stringify(body)}`)
  }

  /** Waits until the delivery is as expected, and reports each state that it has until then. */
  async follow(id: string, isExpected: (delivery: Delivery) => boolean): Promise<Delivery> {
    const teacher = await this.as('teacher')
    let last = ''
    return await until(this.#stage, `delivery ${id} is as expected`, async () => {
      const { body: delivery } = await teacher.getDelivery({ params: { id } })
      const summary = summaryOf(delivery)
      if (summary !== last) this.#report(`getDelivery: ${summary}`)
      last = summary
      return isExpected(delivery) ? delivery : undefined
    })
  }

  /** The teacher decides that it is sent again, as soon as the first send can no longer arrive. */
  async sendAgain(id: string): Promise<void> {
    const teacher = await this.as('teacher')
    const body = { as: 'send_again', reason: 'Checked in A+: there is no grade.' } as const
    for (;;) {
      try {
        const { status } = await teacher.resolveDelivery({ params: { id }, body })
        return this.#report(`resolveDelivery send_again: ${status}`)
      } catch (error) {
        if (!(error instanceof FrontendTransportError && error.status === 409)) throw error
        const { status, code, detail, retryAfterS = 1 } = error
        this.#report(`resolveDelivery send_again: ${status} ${code} detail ${detail}, again in ${retryAfterS} s`)
        await sleep(retryAfterS * 1_000, undefined, { signal: this.#stage.signal })
      }
    }
  }

  /** The teacher makes the service read from A+ who handed in what. */
  async refreshCourse(): Promise<void> {
    const { status, body } = await (await this.as('teacher')).refreshCourseSnapshot({ params: { courseId } })
    this.#report(`refreshCourseSnapshot: ${status}, revision ${body.revision}`)
  }

  /** The grader lists the essays. Returns the id of the oldest. */
  async findOldest(): Promise<number> {
    const grader = await this.as('grader')
    const query = { exerciseId: essayId, limit: 100 }
    const { status, body } = await grader.listSubmissions({ params: { courseId }, query })
    const [first] = body.items
    if (first === undefined) throw new Error(`exercise ${essayId} has no submissions`)
    const { submissionId } = first
    const many = `${body.items.length} submissions to exercise ${essayId}`
    this.#report(`listSubmissions: ${status}, ${many}, the oldest is ${submissionId} of ${namesOf(first)}`)
    return submissionId
  }

  async readContent(submissionId: number): Promise<void> {
    const { status, body } = await (await this.as('grader')).getSubmissionContent({ params: { submissionId } })
    const { files, formAnswers } = body
    this.#report(`getSubmissionContent: ${status}, ${files.length} files, ${formAnswers.length} form answers`)
    for (const { path, template, text, omitted } of files)
      this.#report(`  ${path} (template: ${template}): ${text?.split('\n', 1)[0] ?? `no text, ${omitted}`}`)
    for (const { title, values } of formAnswers) this.#report(`  ${title}: ${values.join(', ')}`)
    if (files.length === 0) throw new Error('expected files')
  }

  async fetchArchive(submissionId: number): Promise<void> {
    const { status, body } = await (await this.as('grader')).getSubmissionArchive({ params: { submissionId } })
    const bytes = await buffer(body)
    const names = Object.keys(unzipSync(bytes))
    this.#report(`getSubmissionArchive: ${status}, ${bytes.length} bytes, ${names.length} entries`)
    for (const name of names) this.#report(`  ${name}`)
    if (names.at(-1) !== 'manifest.csv') throw new Error('expected a manifest at the end of the archive')
  }

  /** The student reads what the grader wrote, here and in A+. Returns the HTML. */
  async readFeedback({ submissionId, studentId }: Work, inPlatform: string): Promise<string> {
    const student = await this.#signIn('student', studentId)
    const { body: list } = await student.listMyFeedback({ query: { limit: 10 } })
    const found = list.items.find((item) => item.submissionId === submissionId)
    if (found === undefined) throw new Error('expected the feedback in listMyFeedback')
    this.#report(`listMyFeedback: ${found.readAt === null ? 'not read yet' : 'read before'}`)
    const { status, body } = await student.getMyFeedback({ params: { id: found.id } })
    const { result, bodyHtml } = body
    this.#report(`getMyFeedback: ${status}, ${result?.points} of ${result?.maxPoints} points, ${oneLine(bodyHtml)}`)
    report(this.#stage, 'A+', `the student reads ${oneLine(inPlatform)}`)
    return bodyHtml
  }

  #report(what: string): void {
    report(this.#stage, 'frontend-internal', what)
  }
}

const namesOf = ({ submitters }: { readonly submitters: readonly { readonly fullName: string }[] }): string =>
  submitters.map(({ fullName }) => fullName).join(', ')

function summaryOf({ state, confirmedBy, sends, seenUpstream, upstream, standing }: Delivery): string {
  const sent = sends.map(
    ({ number, outcome, kind }) => `send ${number} ${outcome ?? 'open'}${kind === null ? '' : ` (${kind})`}`,
  )
  const seen = seenUpstream === null || state === 'delivered' ? [] : [`verified: grade ${seenUpstream.grade ?? 'none'}`]
  const made = upstream === null ? [] : [`A+ shows: ${upstream.status}, grade ${upstream.grade}, standing: ${standing}`]
  return [state, ...(confirmedBy === null ? [] : [`known by ${confirmedBy}`]), ...sent, ...seen, ...made].join(', ')
}

/** The text of some HTML, as far as it fits in a line. */
const oneLine = (html: string): string =>
  html
    .replaceAll(/(?:<[^>]*>|\s)+/g, ' ')
    .trim()
    .slice(0, 160)
