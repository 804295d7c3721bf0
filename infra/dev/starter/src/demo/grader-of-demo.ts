import { FrontendSession } from './frontend-session.ts'
import { report, type Stage } from './stage.ts'
import { entryNames } from './zip-entries.ts'

/** An assistant whom the settings of the demo course list as a grader, without any restriction. */
const graderId = 103
const courseId = 11
/** An exercise whose submissions have files. */
const exerciseId = 1103

interface Row {
  readonly submissionId: number
  readonly submitters: readonly { readonly fullName: string }[]
  readonly state: string
  readonly maxPoints: number
}

interface Content {
  readonly files: readonly {
    readonly path: string
    readonly template: string
    readonly text?: string
    readonly omitted?: string
  }[]
  readonly formAnswers: readonly { readonly title: string | null; readonly values: readonly string[] }[]
}

/** A grader who reads what was handed in. Each step reports the reply. */
export class GraderOfDemo {
  readonly #stage: Stage
  readonly #session: FrontendSession

  constructor(stage: Stage) {
    this.#stage = stage
    this.#session = new FrontendSession(stage, { who: 'grader', userId: graderId })
  }

  /** The oldest submission of the exercise. */
  async firstSubmission(): Promise<number> {
    const path = `/courses/${courseId}/submissions?exerciseId=${exerciseId}&limit=100`
    const { items } = await this.#read<{ items: Row[] }>('listSubmissions', path, ({ items: rows }) => {
      const [first] = rows
      return `${rows.length} submissions to exercise ${exerciseId}, the oldest is ${first?.submissionId} of ${namesOf(first)}`
    })
    if (items[0] === undefined) throw new Error(`exercise ${exerciseId} has no submissions`)
    return items[0].submissionId
  }

  async readSubmission(submissionId: number): Promise<void> {
    await this.#read<Row & { attempts: readonly Row[] }>('getSubmission', `/submissions/${submissionId}`, (detail) => {
      const { state, maxPoints, attempts } = detail
      return `${state}, at most ${maxPoints} points, ${attempts.length} by ${namesOf(detail)} in all`
    })
  }

  async readContent(submissionId: number): Promise<void> {
    const { files, formAnswers } = await this.#read<Content>(
      'getSubmissionContent',
      `/submissions/${submissionId}/content`,
      (content) => `${content.files.length} files, ${content.formAnswers.length} form answers`,
    )
    for (const { path, template, text, omitted } of files)
      this.#report(`  ${path} (template: ${template}): ${text?.split('\n', 1)[0] ?? `no text, ${omitted}`}`)
    for (const { title, values } of formAnswers) this.#report(`  ${title}: ${values.join(', ')}`)
    if (files.length === 0) throw new Error('expected files')
  }

  async fetchArchive(submissionId: number): Promise<void> {
    const { status, bytes } = await this.#session.download(`/submissions/${submissionId}/archive`)
    const names = entryNames(bytes)
    this.#report(`getSubmissionArchive: ${status}, ${bytes.length} bytes, ${names.length} entries`)
    for (const name of names) this.#report(`  ${name}`)
    if (names.at(-1) !== 'manifest.csv') throw new Error('expected a manifest at the end of the archive')
  }

  async #read<Body>(operation: string, path: string, summary: (body: Body) => string): Promise<Body> {
    const { status, body } = await this.#session.send('GET', path)
    if (status !== 200) throw new Error(`${operation} got ${status} ${JSON.stringify(body)}`)
    this.#report(`${operation}: ${status}, ${summary(body as Body)}`)
    return body as Body
  }

  #report(what: string): void {
    report(this.#stage, 'frontend-internal', what)
  }
}

function namesOf(row: Pick<Row, 'submitters'> | undefined): string {
  return row?.submitters.map(({ fullName }) => fullName).join(', ') ?? 'nobody'
}
