import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays } from './grading.fixture.ts'
import { annotate, fieldOf, isLive, it, openComment, statusOf } from './essays.fixture.ts'
import type { Teacher } from './world.fixture.ts'

// The tests are a sequence: each continues where the one before it stopped.
describeInBrowser('the main story by mouse, with scripts', () => {
  it('a grader signs in and takes the next submission', async ({ site, teacher }) => {
    const body = { scope: 'course', exerciseId: null, criterionId: null, points: null, label: 'Margins' } as const
    await teacher.createSnippet({ params: { courseId: 11 }, body: { ...body, text: { en: snippet, fi: snippet } } })
    page = await site.signedIn(103, { javaScriptEnabled: true, viewport: { width: 1_366, height: 768 } })
    await page.getByRole('link', { name: 'Programming 1' }).click()
    await page.getByRole('link', { name: 'Essay program' }).click()
    await page.getByRole('button', { name: 'Grade next' }).click()
    await isLive(page)
    who = await nameOn(page)
  })

  it('judges, comments and annotates, and everything is saved by itself', async ({ teacher }) => {
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('checkbox', { name: 'Has tests' }).click()
    await openComment(page)
    await page.keyboard.type('Short functions.')
    await annotate(page, 2, 'A better name: `sum`.')
    await fieldOf(page, 'Feedback').fill('Well done.')
    await statusOf(page, /^Saved \d/).waitFor()
    const { assessment, feedback } = await storedOf(page, teacher)
    expect(assessment.scores).toMatchObject({
      structure: { levelId: 'good', comment: 'Short functions.' },
      quality: { checks: { tests: 1 } },
    })
    expect(feedback.body).toBe('Well done.')
    expect(Object.values(feedback.annotations)).toMatchObject([{ startLine: 2, body: 'A better name: `sum`.' }])
  })

  it('inserts a comment of the course at the caret', async ({ teacher }) => {
    await fieldOf(page, 'Feedback').click()
    await page.keyboard.press('Control+End')
    await page.getByRole('region', { name: 'Feedback' }).getByRole('button', { name: 'Insert comment' }).click()
    await page.getByRole('combobox', { name: 'Search comments' }).fill('margins')
    await page.getByRole('option', { name: snippet }).click()
    await page.keyboard.type(' Thanks!')
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(`Well done. ${snippet} Thanks!`)
    await expect.poll(async () => (await storedOf(page, teacher)).feedback.body).toBe(`Well done. ${snippet} Thanks!`)
  })

  it('completes it and sees the next one, in the same document', async ({ teacher }) => {
    const before = await page.evaluate<string>(navigation)
    const first = page.url()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.waitForURL((url) => url.href !== first)
    expect(await nameOn(page)).not.toBe(who)
    expect(await page.evaluate<string>(navigation)).toBe(before)
    await page.getByRole('button', { name: 'Line 1', exact: true }).first().waitFor()
    const { assessment } = await storedOf(page, teacher)
    expect(assessment.submitters.map(({ fullName }) => fullName).join(', ')).toBe(await nameOn(page))
  })

  it('opens again what was completed a moment ago, mends it, and completes it again', async ({ teacher }) => {
    expect(await page.getByRole('main').innerText()).toContain(`Completed: ${who}, 14 of 20.`)
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('heading', { level: 1, name: who }).waitFor()
    await isLive(page)
    await page.getByRole('checkbox', { name: 'The report is clear' }).click()
    const { id } = (await storedOf(page, teacher)).assessment
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.getByText(`Completed: ${who}, 20 of 20.`).first().waitFor()
    const { body: completed } = await teacher.getAssessment({ params: { id } })
    expect(completed).toMatchObject({ state: 'completed', points: 20 })
  })

  it('a teacher releases it', async ({ site }) => {
    const teaching = await site.signedIn(101, { javaScriptEnabled: true })
    await teaching.goto(`${site.url}${essays}`)
    await teaching.getByRole('link', { name: 'Release grades' }).click()
    expect(await teaching.getByRole('rowheader', { name: who }).count()).toBe(1)
    await teaching.getByRole('button', { name: 'Release' }).click()
    await teaching.getByText('There is nothing to release.').waitFor()
    await teaching.context().close()
  })

  it('the student reads text and annotation, each as it was typed', async ({ site }) => {
    // By what stands on the page alone: the demo's students have their number in their name.
    const student = await site.signedIn(200 + Number(/\d+/.exec(who)?.[0]), { javaScriptEnabled: true })
    await student.getByRole('link', { name: 'My feedback' }).click()
    await student.getByRole('main').getByRole('link', { name: 'Essay program' }).first().click()
    const text = await student.getByRole('main').innerText()
    for (const part of ['20 of 20', 'Short functions.', `Well done. ${snippet} Thanks!`, 'A better name: sum.'])
      expect(text).toContain(part)
    await student.context().close()
  })

  it('leaves nothing that a browser reports, and no request to another site', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})

const snippet = 'Mind the margins of your report.'
/** The document and when it came. */
const navigation = `performance.timeOrigin + ' ' + JSON.stringify(performance.getEntriesByType('navigation'))`
let page: Page
let who = ''

const nameOn = (grading: Page): Promise<string> => grading.getByRole('heading', { level: 1 }).innerText()

async function storedOf(grading: Page, teacher: Teacher) {
  const id = new URL(grading.url()).pathname.split('/')[2] ?? ''
  const { body: assessment } = await teacher.getAssessment({ params: { id } })
  const { body: feedback } = await teacher.getFeedback({ params: { id: assessment.feedbackId } })
  return { assessment, feedback }
}
