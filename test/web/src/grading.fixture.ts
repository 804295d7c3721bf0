import type { Page } from 'playwright-core'
import { type Site, signIn, type Teacher } from './world.fixture.ts'

/** The queue of the essays. */
export const essays = '/courses/11/exercises/1103'

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.waitForLoadState()
}

/** Opens what is folded: adjustment and private note while they are empty, or the reason for postponing. */
export async function unfold(page: Page, what = 'Adjustment and private note'): Promise<void> {
  const fold = page.locator('details:not([open]) > summary').filter({ hasText: what })
  if ((await fold.count()) > 0) await fold.press('Enter')
}

/** The pages' own scripts do not come; those that a test brings, or a hostile text, still run if they can. */
export const withoutOwnScripts = (page: Page) =>
  page.context().route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))

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

const openFirst = (page: Page) => page.getByRole('main').getByRole('link').first().click()
const openListed = (page: Page) =>
  page
    .getByRole('link', { name: /^Open / })
    .first()
    .click()

/** Draws the page again, with what is missing. */
async function leaveGap(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Not judged' }).first().check()
  await press(page, 'Complete and next')
}

/** Draws the page again, with what another tab saved meanwhile. */
async function saveInTwoTabs(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [number, each] of [other, page].entries()) {
    await feedbackOn(each).fill(`${number} ${await feedbackOn(each).inputValue()}`)
    await press(each, 'Save')
  }
}

/** Draws what was typed to copy, as the teacher signs in meanwhile in another tab. */
async function signInOver(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await signIn(other, new URL(page.url()).origin, 101)
  await press(page, 'Save')
}

/** What leads on from a page. */
export const steps = { openFirst, openListed, leaveGap, saveInTwoTabs, signInOver }
