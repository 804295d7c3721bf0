import type { Page } from 'playwright-core'
import type { Site, Teacher } from './world.fixture.ts'

/** The queue of the essays. */
export const essays = '/courses/11/exercises/1103'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export const feedbackOn = (page: Page) => page.getByRole('textbox', { name: 'Feedback', exact: true })

/** The page of the submission that the grader takes next, with a text and a judgement that are not saved. */
export async function typedBy(site: Site, userId: number, text: string): Promise<Page> {
  const page = await site.signedIn(userId)
  await page.goto(site.url + essays)
  await press(page, 'Grade next')
  await feedbackOn(page).fill(text)
  await page.getByRole('radio', { name: 'Clear functions' }).check()
  return page
}

/** The same page in another tab, with the same typed. */
export async function inAnotherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await feedbackOn(other).fill(await feedbackOn(page).inputValue())
  await other.getByRole('radio', { name: 'Clear functions' }).check()
  return other
}

/** What stands at the boundary of the assessment whose page this is. */
export async function storedOf(page: Page, teacher: Teacher) {
  const id = /[0-9a-f-]{36}/.exec(new URL(page.url()).pathname)?.[0] ?? ''
  const { body: assessment } = await teacher.getAssessment({ params: { id } })
  const { body: feedback } = await teacher.getFeedback({ params: { id: assessment.feedbackId } })
  return { id, state: assessment.state, revision: assessment.revision, text: feedback.body }
}
