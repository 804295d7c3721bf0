import { createFrontendTransport } from '@course-grading/frontend-transport'
import { frontendSecret } from '@course-grading/test-system/frontend-client'
import { registerEssays } from '@course-grading/test-system/register-essays'
import { tokenOf } from '@course-grading/test-system/world'
import type { Page } from 'playwright-core'
import { unfold } from './grading.fixture.ts'
import { it as onSite, signIn, type Site, type Teacher } from './world.fixture.ts'

/** A submission that somebody took, and the address of its page. */
export interface TakenWork {
  readonly assessmentId: string
  readonly feedbackId: string
  readonly submissionId: number
  readonly url: string
}

/** What stands at the boundary, whoever typed it. */
export interface Stored {
  readonly state: string
  readonly holder: number | null
  readonly level: string | null
  readonly comment: string
  readonly note: string
  readonly body: string
  readonly annotations: readonly string[]
}

export interface Essays {
  /** What the boundary says to a person, in a session beside that of the browser. */
  readonly sessionOf: (userId: number) => Promise<Teacher>
  /** New submissions, which nobody took yet. */
  readonly handIn: (count: number) => Promise<readonly number[]>
  /** Everything that waits is taken by the teacher. */
  readonly clearQueue: () => Promise<void>
  /** A new submission, which the person takes. */
  readonly take: (userId: number) => Promise<TakenWork>
  /** The same, with its page in a browser of its own. */
  readonly open: (userId: number) => Promise<{ readonly work: TakenWork; readonly page: Page }>
  /** That is open in the browser. */
  readonly at: (page: Page) => Promise<TakenWork>
  readonly stored: (work: TakenWork) => Promise<Stored>
  /** Of a browser, as if it had been ended elsewhere. */
  readonly endSession: (page: Page) => Promise<void>
}

const exercise = { courseId: 11, exerciseId: 1103 }
const program = `def total(values):\n    result = 0\n    return result\n${'\nprint(total([1, 2, 3]))'.repeat(80)}\n`

export const it = onSite.extend('essays', { scope: 'file' }, async ({ world, site, teacher }, { onCleanup }) => {
  const transport = createFrontendTransport({ baseUrl: site.frontendUrl, secret: frontendSecret })
  onCleanup(() => transport.close())
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params: exercise })
  const body = { ...settings, attempts: 'all' as const, order: 'oldest' as const, maxOpenClaims: 50 }
  await teacher.putExerciseGrading({ params: exercise, body, ifMatch })

  const essays: Essays = {
    async sessionOf(userId) {
      const { body: session } = await transport.createSession({ body: { token: tokenOf(userId) } })
      return transport.withSession(session.sessionId)
    },
    async handIn(count) {
      const { world: upstream } = world.upstream
      const ids = Array.from({ length: count }, (_, number) => {
        const file = {
          filename: 'solution.py',
          paramName: 'file1',
          content: { kind: 'bytes' as const, bytes: Buffer.from(program) },
        }
        return upstream.addSubmission({
          exerciseId: exercise.exerciseId,
          submitterIds: [201 + 2 * (number % 15)],
          language: 'fi',
          answers: [['answer', 'Selostus']],
          files: [{ id: upstream.nextId(), ...file }],
        }).id
      })
      await registerEssays(world, ids)
      return ids
    },
    async clearQueue() {
      const query = { exerciseId: exercise.exerciseId, state: 'waiting' as const }
      const { body: waiting } = await teacher.listSubmissions({ params: exercise, query })
      for (const { submissionId } of waiting.items) await teacher.claimSubmission({ params: { submissionId } })
    },
    async take(userId) {
      const [submissionId = 0] = await essays.handIn(1)
      const person = await essays.sessionOf(userId)
      const { body: taken } = await person.claimSubmission({ params: { submissionId } })
      return {
        assessmentId: taken.id,
        feedbackId: taken.feedbackId,
        submissionId,
        url: `${site.url}/grade/${taken.id}`,
      }
    },
    async open(userId) {
      const work = await essays.take(userId)
      const page = await site.signedIn(userId, { javaScriptEnabled: true })
      await goTo(page, work.url)
      return { work, page }
    },
    async at(page) {
      const url = page.url()
      const { body: taken } = await teacher.getAssessment({ params: { id: url.split('/').at(-1) ?? '' } })
      return { assessmentId: taken.id, feedbackId: taken.feedbackId, submissionId: taken.submissionId, url }
    },
    async endSession(page) {
      const cookies = await page.context().cookies()
      const session = cookies.find(({ name }) => name === 'session')?.value.split('.')[0] ?? ''
      await transport.deleteSession({ session })
    },
    async stored({ assessmentId, feedbackId }) {
      const { body: assessment } = await teacher.getAssessment({ params: { id: assessmentId } })
      const { body: feedback } = await teacher.getFeedback({ params: { id: feedbackId } })
      const { structure } = assessment.scores
      return {
        state: assessment.state,
        holder: assessment.holder?.userId ?? null,
        level: structure?.levelId ?? null,
        comment: structure?.comment ?? '',
        note: assessment.privateNote,
        body: feedback.body,
        annotations: Object.values(feedback.annotations).map(({ startLine, body: text }) => `${startLine}: ${text}`),
      }
    },
  }
  await essays.clearQueue()
  return essays
})

/** Waits until the page's script has taken it over. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await isLive(page)
}

export const isLive = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).waitFor()

/** Waits until another submission is drawn. */
export async function untilNext(page: Page, { url }: TakenWork): Promise<void> {
  await page.waitForURL((now) => now.href !== url && now.pathname.startsWith('/grade/'))
  await isLive(page)
}

export const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()

/** How saving stands. */
export const statusOf = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** An empty comment is folded to a button. */
export async function openComment(page: Page): Promise<void> {
  if ((await fieldOf(page, 'Comment').count()) > 0) return
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
}

/** Types in the place of all that stands there, key by key. */
export async function retype(page: Page, name: string, text: string): Promise<void> {
  if (name === 'Comment') await openComment(page)
  if (name === 'Private note') await unfold(page)
  const field = fieldOf(page, name)
  await field.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Presses a line's number, and types an annotation of it. */
export async function annotate(page: Page, line: number, text: string): Promise<void> {
  await page
    .getByRole('button', { name: `Line ${line}`, exact: true })
    .last()
    .click()
  await page.getByRole('button', { name: `Annotate line ${line}`, exact: true }).click()
  await page.keyboard.type(text)
}

/** A person signs in, in another tab of the same browser. */
export async function signInBeside(page: Page, site: Site, userId: number): Promise<Page> {
  const other = await page.context().newPage()
  await signIn(other, site.url, userId)
  return other
}
