import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { registerEssays } from '@course-grading/test-system/register-essays'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { annotate, isLive, statusOf } from './essays.fixture.ts'
import { essays, feedbackOn, press } from './grading.fixture.ts'
import { deliveries, it as onSite } from './graded.fixture.ts'

// `pnpm screenshots` writes the pictures of README and documentation. Without it they are drawn here, and kept nowhere.
// The tests are a sequence: each continues where the one before it stopped.
describeInBrowser('the pictures of the documentation show', () => {
  it('the queue', async ({ page, keep }) => {
    expect(await keep('queue')).toBeLessThan(largest)
    await page.getByRole('row').filter({ hasText: 'Niilo' }).getByRole('button', { name: 'Take up' }).click()
    await isLive(page)
    await expect.poll(() => isColoured(page)).toBe(true)
  })

  it('the grading page, with a judgement, feedback and annotations', async ({ page, keep }) => {
    await annotate(page, 20, 'A dash between spaces becomes an empty word here: skip what has no letters.')
    await annotate(page, 11, 'The count so far, or 0: well found.')
    await page.getByRole('combobox', { name: 'Kind' }).first().selectOption({ label: 'Well done' })
    await feedbackOn(page).press('Control+End')
    await page.keyboard.type('Clear functions with names that say what they do, and tests that run each time.')
    await page.getByRole('radio', { name: 'Clear functions' }).check()
    await page.getByRole('checkbox', { name: 'Has tests' }).check()
    await page.getByRole('checkbox', { name: 'The report is clear' }).check()
    await page.getByRole('radio', { name: 'One long function' }).scrollIntoViewIfNeeded()
    await statusOf(page, /^Saved/).waitFor()
    expect(await keep('grading')).toBeLessThan(largest)
  })

  it('comments to insert', async ({ page, keep }) => {
    await feedbackOn(page).press('Control+K')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    expect(await keep('insert-comment')).toBeLessThan(largest)
    await page.keyboard.press('Escape')
  })

  it('the list of keys', async ({ page, keep }) => {
    await press(page, 'Keyboard shortcuts')
    expect(await keep('keys')).toBeLessThan(largest)
    await page.keyboard.press('Escape')
  })

  it('what both changed, to choose from', async ({ site, page, keep }) => {
    const other = await site.signedIn(103, { javaScriptEnabled: true })
    await other.goto(page.url())
    await isLive(other)
    await feedbackOn(other).fill('The program is easy to read.')
    await statusOf(other, /^Saved \d/).waitFor()
    await feedbackOn(page).fill('Clear functions, and tests that run each time.')
    await page.getByRole('button', { name: 'Keep mine' }).scrollIntoViewIfNeeded()
    expect(await keep('conflict')).toBeLessThan(largest)
  })

  it('grades that did not arrive', async ({ site, graded, keep }) => {
    await graded.ambiguous()
    await graded.settle()
    await graded.elsewhere(12)
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.goto(site.url + deliveries)
    expect(await keep('deliveries', page)).toBeLessThan(largest)
  })

  it('a course that was just set up', async ({ site, keep }) => {
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.getByRole('link', { name: 'Programming 2' }).click()
    await press(page, 'Set up this course')
    await press(page, 'Refresh from A+')
    expect(await keep('start', page)).toBeLessThan(largest)
  })

  it('a course that takes the grading of another one over', async ({ site, keep }) => {
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.goto(`${site.url}/courses/12/settings/exercises`)
    await page.getByRole('checkbox', { name: 'Warm-up' }).check()
    await press(page, 'Save')
    await page.goto(`${site.url}/courses/12/copy?from=11`)
    await page.getByRole('combobox', { name: 'Exercise of this course' }).selectOption({ label: '1.1 Warm-up' })
    await page
      .getByRole('combobox', { name: 'Exercise of the other course' })
      .selectOption({ label: '1.3 Essay program' })
    await page.getByRole('button', { name: /^Copy from / }).click()
    expect(await keep('next-term', page)).toBeLessThan(largest)
  })

  it('a comment with a preview', async ({ site, keep }) => {
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.goto(`${site.url}/courses/11/comments`)
    await page.getByRole('link', { name: 'Long function', exact: true }).click()
    await press(page, 'Preview: Finnish')
    expect(await keep('comments', page)).toBeLessThan(largest)
  })

  it('the submissions of a course, and a student', async ({ site, teacher, keep }) => {
    const body = { userId: 207, language: 'en' }
    const { body: text, etag: ifMatch } = await teacher.createFeedback({ params: { courseId: 11 }, body })
    await teacher.publishFeedback({ params: { id: text.id }, ifMatch })
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.goto(`${site.url}/courses/11/submissions`)
    expect(await keep('submissions', page)).toBeLessThan(largest)
    await page.goto(`${site.url}/courses/11/students/207`)
    expect(await keep('student', page)).toBeLessThan(largest)
  })

  it('the editor of a rubric', async ({ site, keep }) => {
    const page = await site.signedIn(101, { viewport: { width: 1366, height: 768 } })
    await page.goto(`${site.url}/courses/11/rubrics`)
    await page.getByRole('main').getByRole('link', { name: 'Essay program' }).first().click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    expect(await keep('rubric-editor', page)).toBeLessThan(largest)
  })
})

const largest = 200_000

/** On a busy machine the colours come too late for a page, and stand in the next one. */
async function isColoured(page: Page): Promise<boolean> {
  if ((await page.locator('.code .row > span > span[class]').count()) > 0) return true
  await page.reload()
  await isLive(page)
  return false
}

const themes = ['light', 'dark'] as const
const written = resolve(import.meta.dirname, '../../../docs/public/screenshots')

const it = onSite
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    if (process.env['WRITE_SCREENSHOTS'] !== '1') {
      const kept = await mkdtemp(join(tmpdir(), 'screenshots-'))
      onCleanup(() => rm(kept, { recursive: true, force: true }))
      return kept
    }
    await mkdir(written, { recursive: true })
    return written
  })
  // Of the demo's grader, in the queue.
  .extend('page', { scope: 'file' }, async ({ world, site }): Promise<Page> => {
    await registerEssays(world, [3035, 3037, 3038, 3039, 3040])
    const viewport = { width: 1366, height: 768 }
    const page = await site.signedIn(103, { javaScriptEnabled: true, viewport })
    await page.goto(site.url + essays)
    return page
  })
  // Writes what is seen, in both themes, and returns the bytes of the larger picture.
  .extend('keep', { scope: 'file' }, ({ page: own, folder }) => async (name: string, page = own): Promise<number> => {
    const sizes: number[] = []
    if (page === own) await page.evaluate('scrollTo(0, 0)')
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const picture = await page.screenshot({ animations: 'disabled' })
      await writeFile(join(folder, `${name}-${colorScheme}.png`), picture)
      sizes.push(picture.byteLength)
    }
    return Math.max(...sizes)
  })
