import { demoTokenOf } from '../map.ts'
import { FrontendSession } from './frontend-session.ts'
import { report, type Stage } from './stage.ts'

/** A student who reads what a grader wrote. Each step reports what the student is shown. */
export class FeedbackReader {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** The student reads it here and in A+. @throws Error if it differs from what the grader wrote, or between the two */
  async read({ submissionId, studentId }: { submissionId: number; studentId: number }, words: string): Promise<void> {
    const student = new FrontendSession(this.#stage, { who: 'student', userId: studentId })
    const { body: list } = await student.send('GET', '/my/feedback?limit=10')
    const items = (list['items'] ?? []) as { id: string; submissionId: number | null; readAt: string | null }[]
    const found = items.find((item) => item.submissionId === submissionId)
    if (found === undefined) throw new Error('expected the feedback in listMyFeedback')
    this.#report('frontend-internal', `listMyFeedback: ${found.readAt === null ? 'not read yet' : 'read before'}`)
    const { status, body } = await student.send('GET', `/my/feedback/${found.id}`)
    const html = String(body['bodyHtml'])
    const { points, maxPoints } = body['result'] as { points: number; maxPoints: number }
    this.#report('frontend-internal', `getMyFeedback: ${status}, ${points} of ${maxPoints} points, ${oneLine(html)}`)
    const inPlatform = await this.#inPlatform(submissionId, studentId)
    this.#report('A+', `the student reads ${oneLine(inPlatform)}`)
    if (!html.includes(words) || !inPlatform.includes(html)) throw new Error('expected the same text here and in A+')
  }

  async #inPlatform(submissionId: number, studentId: number): Promise<string> {
    const { ports, signal } = this.#stage
    const reply = await fetch(`http://127.0.0.1:${ports.simulator}/api/v2/submissions/${submissionId}/`, {
      headers: { Authorization: `Token ${demoTokenOf(studentId)}` },
      signal,
    })
    return ((await reply.json()) as { feedback: string }).feedback
  }

  #report(where: Parameters<typeof report>[1], what: string): void {
    report(this.#stage, where, what)
  }
}

const oneLine = (html: string): string =>
  html
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 160)
