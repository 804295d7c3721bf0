import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Essays, fieldOf, it, retype, type TakenWork } from './essays.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { launchIn } from './launches.fixture.ts'
import { enterToken } from './world.fixture.ts'

describeInBrowser('text that a closed tab left unsaved', () => {
  it.for([
    ['my courses', '/'],
    ['the front page of the course', '/courses/11'],
    ['the queue', '/courses/11/exercises/1103'],
    ['the page of another submission', null],
  ] as const)('is sent when another page is opened: %s', async ([, path], { site, essays }) => {
    const { work, page } = await leave(essays, 'typed before the crash')
    const opened = path ?? `/grade/${(await essays.take(102)).assessmentId}`
    await page.goto(site.url + opened)
    await expect.poll(async () => (await essays.stored(work)).body).toBe('typed before the crash')
    await expect.poll(() => keptIn(page)).toEqual([])
  })

  it('arrives once where the page is left right after the last key', async ({ essays }) => {
    const { work, page } = await essays.open(102)
    await retype(page, 'Feedback', 'typed and left at once')
    await page.getByRole('link', { name: 'Course grading' }).click()
    await expect.poll(async () => (await essays.stored(work)).body).toBe('typed and left at once')
    await expect.poll(() => keptIn(page)).toEqual([])
    expect(await leftOn(page).count()).toBe(0)
  })

  it('stays with a link to both texts where somebody changed the same meanwhile', async ({ site, essays }) => {
    const { work, page } = await leave(essays, 'mine')
    const elsewhere = await essays.sessionOf(102)
    await elsewhere.patchFeedback({ params: { id: work.feedbackId }, query: { base: 1 }, body: { body: 'theirs' } })
    await page.goto(site.url)
    await leftOn(page).filter({ hasText: 'somebody changed the same' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(async () => (await essays.stored(work)).body).toBe('mine')
  })

  it('is offered under the alias once the exercise is anonymous', async ({ site, essays, teacher }) => {
    const { work, page } = await leave(essays, 'mine')
    const [params, elsewhere] = [{ courseId: 11, exerciseId: 1103 }, await essays.sessionOf(102)]
    await elsewhere.patchFeedback({ params: { id: work.feedbackId }, query: { base: 1 }, body: { body: 'theirs' } })
    const { body, etag: ifMatch } = await teacher.getExerciseGrading({ params })
    const { etag } = await teacher.putExerciseGrading({ params, body: { ...body, anonymous: true }, ifMatch })
    await page.goto(site.url)
    expect(await leftOn(page).getByRole('link').innerText()).toMatch(/^Student \d{4,7}$/)
    await teacher.putExerciseGrading({ params, body, ifMatch: etag })
  })

  it('stays to copy where another person took over, until it is forgotten', async ({ site, essays, teacher }) => {
    const { work, page } = await leave(essays, 'typed too late')
    await teacher.takeOverClaim({ params: { id: work.assessmentId } })
    await page.goto(site.url)
    await leftOn(page).filter({ hasText: 'no longer hold' }).getByRole('link').click()
    const left = page.getByRole('region', { name: 'What you typed here earlier' })
    expect(await left.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe('typed too late')
    await left.getByRole('button', { name: 'Forget this text' }).click()
    await left.waitFor({ state: 'detached' })
    await expect.poll(() => keptIn(page)).toEqual([])
  })
})

describeInBrowser('text that is not saved, where another person comes,', () => {
  it.for([
    ['over a live session', []],
    ['over one that has ended', [{ name: 'session' }]],
  ] as const)('is erased by the yes to a question, and not before: %s', async ([, ended], { site, essays }) => {
    const { page } = await leaveUnsent(essays)
    for (const cookie of ended) await page.context().clearCookies(cookie)
    await enterToken(page, site.url, 101)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Who are you?')
    expect(await keptIn(page)).toEqual(['of the grader'])
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: /^Sign in as / }).click()
    await page.waitForURL(`${site.url}/`)
    expect(await keptIn(page)).toEqual([])
  })

  it('outlives a launch that somebody else forced after the session had ended, and a no', async ({ site, essays }) => {
    const { work, page } = await leaveUnsent(essays)
    await page.context().clearCookies({ name: 'session' })
    await launchIn(page, site, 101)
    await isAccessible(page)
    expect(await page.getByRole('main').innerText()).toContain('text that is not saved yet would be lost')
    expect(await keptIn(page)).toEqual(['of the grader'])
    await page.getByRole('button', { name: 'Do not sign in' }).click()
    await page.waitForURL(`${site.url}/sign-in`)
    await page.unrouteAll()
    await enterToken(page, site.url, 102)
    await expect.poll(async () => (await essays.stored(work)).body).toBe('of the grader')
  })

  it('outlives that person where it was typed after a sign-out in another tab', async ({ site, essays }) => {
    const { page } = await essays.open(102)
    const other = await page.context().newPage()
    await other.goto(site.url)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.waitForURL('**/sign-in')
    await retype(page, 'Feedback', 'typed on')
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
    await launchIn(other, site, 101)
    await other.goto(site.url)
    await other.waitForLoadState('networkidle')
    expect(await keptIn(other)).toEqual(['typed on'])
  })
})

describeInBrowser('signing out', () => {
  it('saves first, and asks nothing where everything is saved', async ({ essays }) => {
    const { work, page } = await essays.open(102)
    await retype(page, 'Feedback', 'saved by signing out')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    expect((await essays.stored(work)).body).toBe('saved by signing out')
  })

  it('asks first while text is not saved: the person stays, or it is erased', async ({ site, essays }) => {
    const { page } = await leave(essays, 'cannot be saved now')
    await page.route('**/grade/*/standing*', (route) => route.abort())
    await page.goto(site.url)
    expect(await answerQuestion(page, false)).toMatch('not saved yet')
    expect(await keptIn(page)).toHaveLength(1)
    await answerQuestion(page, true)
    await page.waitForURL('**/sign-in')
    expect(await keptIn(page)).toEqual([])
  })

  it('asks on the grading page, too', async ({ essays }) => {
    const { page } = await essays.open(102)
    await page.route('**/grade/*/wording', (route) => route.abort())
    await retype(page, 'Feedback', 'cannot be saved now')
    expect(await answerQuestion(page, false)).toMatch('not saved yet')
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe('cannot be saved now')
  })

  it('asks about what another tab has, which nobody else sends meanwhile', async ({ site, essays }) => {
    const { work, page } = await essays.open(102)
    await page.route('**/grade/*/wording', (route) => route.abort())
    await retype(page, 'Feedback', 'still being typed')
    const other = await page.context().newPage()
    await other.goto(site.url)
    expect(await answerQuestion(other, false)).toMatch('not saved yet')
    expect((await essays.stored(work)).body).toMatch(template)
  })
})

/** What the feedback begins with. */
const template = /^Hei /

/** Text of a tab that was closed while nothing could be sent, and another tab of the same browser. */
async function leave(essays: Essays, text: string): Promise<{ readonly work: TakenWork; readonly page: Page }> {
  const { work, page } = await essays.open(102)
  const other = await page.context().newPage()
  await page.context().setOffline(true)
  await retype(page, 'Feedback', text)
  await expect.poll(() => keptIn(page)).toEqual([text])
  await page.close()
  await page.context().setOffline(false)
  return { work, page: other }
}

/** The same, and the other tab cannot send it either. */
async function leaveUnsent(essays: Essays) {
  const left = await leave(essays, 'of the grader')
  await left.page.route('**/grade/*/standing*', (route) => route.abort())
  return left
}

/** The feedback that the browser keeps. */
const keptIn = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('grading', 1)
    opening.onerror = () => reject(opening.error)
    opening.onupgradeneeded = () => opening.result.createObjectStore('work')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('work').objectStore('work').getAll()
      reading.onsuccess = () => resolve(reading.result.map(({ mine }) => mine.body))
      opening.result.close()
    }
  })`)

/** What a page says about text that was left. */
const leftOn = (page: Page) => page.getByRole('status').locator('.notice')

async function answerQuestion(page: Page, isYes: boolean): Promise<string> {
  const asked = page.waitForEvent('dialog')
  // The click lasts as long as the question.
  const clicked = page.getByRole('button', { name: 'Sign out' }).click()
  const question = await asked
  await (isYes ? question.accept() : question.dismiss())
  await clicked
  return question.message()
}
