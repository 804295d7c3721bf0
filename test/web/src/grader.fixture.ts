import type { Page } from 'playwright-core'
import { goTo, it as onEssays, type TakenWork } from './essays.fixture.ts'
import type { Teacher } from './world.fixture.ts'

interface Opened {
  readonly work: TakenWork
  readonly page: Page
}

/** One who has signed in once: each test has a tab of its own, with a submission of its own. */
export interface Grader {
  readonly session: Teacher
  /** A tab where nothing is opened yet. */
  readonly newPage: () => Promise<Opened>
  readonly open: () => Promise<Opened>
}

export const it = onEssays.extend('grader', { scope: 'file' }, async ({ site, essays }, { onCleanup }) => {
  const context = (await site.signedIn(102, { javaScriptEnabled: true })).context()
  onCleanup(() => context.close())
  const session = await essays.sessionOf(102)
  const grader: Grader = {
    session,
    async newPage() {
      const [submissionId = 0] = await essays.handIn(1)
      const { body: taken } = await session.claimSubmission({ params: { submissionId } })
      const { id: assessmentId, feedbackId } = taken
      const work = { assessmentId, feedbackId, submissionId, url: `${site.url}/grade/${assessmentId}` }
      return { work, page: await context.newPage() }
    },
    async open() {
      const opened = await grader.newPage()
      await goTo(opened.page, opened.work.url)
      return opened
    },
  }
  return grader
})
