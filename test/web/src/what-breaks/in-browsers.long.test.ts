import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeInBrowser, openKeptBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { annotate, fieldOf, goTo, isLive, it as onSite, retype, signInBeside, statusOf } from '../essays.fixture.ts'
import { unfold } from '../grading.fixture.ts'
import { pressAll } from '../scripted-page.fixture.ts'
import { signIn } from '../world.fixture.ts'

describeInBrowser('a browser that says late that a dialog was closed', () => {
  it('undoes a comment that was inserted, and then what was typed before it', async ({ essays }) => {
    const { page } = await essays.open(103)
    await page.evaluate(`addEventListener('close', (event) => event.stopImmediatePropagation(), true)`)
    await unfold(page)
    await fieldOf(page, 'Private note').focus()
    await page.keyboard.insertText('ab')
    await pressAll(page, 'Control+k n a m e s Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await fieldOf(page, 'Private note').inputValue()).toMatch(/^ab .+\./)
    await pressAll(page, 'Control+z Control+z')
    expect(await fieldOf(page, 'Private note').inputValue()).toBe('')
    await page.context().close()
  })
})

describeInBrowser('a session that ends while somebody types', () => {
  it('is said, and the text is saved by itself after a sign-in in another tab', async ({ site, essays }) => {
    const { page, work } = await essays.open(103)
    await retype(page, 'Feedback', 'Before the end.')
    await statusOf(page, /^Saved \d/).waitFor()
    await essays.endSession(page)
    await page.keyboard.type(' After it.')
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
    await page.keyboard.type(' And more.')
    expect(await essays.stored(work)).toMatchObject({ body: 'Before the end.' })
    await signInBeside(page, site, 103)
    await focus(page)
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await essays.stored(work)).toMatchObject({ body: 'Before the end. After it. And more.' })
    await page.context().close()
  })

  it('is said at a completion, too, where everything was saved before', async ({ site, essays }) => {
    const { page, work } = await essays.open(103)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await statusOf(page, /^Saved \d/).waitFor()
    await essays.endSession(page)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
    await signInBeside(page, site, 103)
    await focus(page)
    await statusOf(page, 'Saved').waitFor()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await expect.poll(() => essays.stored(work)).toMatchObject({ state: 'completed', level: 'good' })
    await page.context().close()
  })
})

describeInBrowser('another person who signs in in another tab', () => {
  it('never sends what the first one types: the page is read-only, with the text to copy', async ({ site, essays }) => {
    const { page, work } = await essays.open(103)
    await retype(page, 'Feedback', 'By the first.')
    await statusOf(page, /^Saved \d/).waitFor()
    const before = await essays.stored(work)
    await signInBeside(page, site, 101)
    await page.keyboard.type(' Typed after it.')
    await page.getByRole('alert').filter({ hasText: 'Another person has signed in' }).waitFor()
    const feedback = fieldOf(page, 'Feedback')
    expect(await feedback.getAttribute('readonly')).not.toBeNull()
    expect(await feedback.inputValue()).toBe('By the first. Typed after it.')
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+Enter')
    await focus(page)
    await page.goto(site.url)
    expect(asked.filter((url) => url.includes('/grade/'))).toEqual([])
    expect(await essays.stored(work)).toEqual(before)
    await page.context().close()
  })
})

describeInBrowser('a tab that is closed before it saved', () => {
  it('has its text again when the page is opened', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await page.context().setOffline(true)
    await typeAll(page)
    await isKept(page)
    const again = await page.context().newPage()
    await page.close()
    await again.context().setOffline(false)
    await goTo(again, work.url)
    await hasAll(again)
    await expect.poll(() => essays.stored(work)).toMatchObject(all)
    await again.context().close()
  })

  it('has its text again after the browser was killed', async ({ site, essays, folder }) => {
    const work = await essays.take(103)
    const killed = await openKeptBrowser(folder)
    const page = await killed.context.newPage()
    await signIn(page, site.url, 103)
    await goTo(page, work.url)
    await killed.context.setOffline(true)
    await typeAll(page)
    await isKept(page)
    await killed.kill()
    expect(await essays.stored(work)).toMatchObject({ comment: '', annotations: [] })

    const { context } = await openKeptBrowser(folder)
    try {
      const again = await context.newPage()
      await signIn(again, site.url, 103)
      await goTo(again, work.url)
      await hasAll(again)
      await expect.poll(() => essays.stored(work)).toMatchObject(all)
    } finally {
      await context.close()
    }
  })
})

describeInBrowser('a second tab of the same submission', () => {
  it('is read-only and says so, and sends nothing of what the first one has not saved yet', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await page.route('**/wording', (route) => route.abort())
    await retype(page, 'Feedback', 'Typed in the first tab')
    const second = await page.context().newPage()
    await goTo(second, work.url)
    await second.getByRole('alert').filter({ hasText: 'in another tab' }).waitFor()
    expect(await fieldOf(second, 'Feedback').getAttribute('readonly')).not.toBeNull()
    await page.keyboard.type(', and on.')
    await page.unroute('**/wording')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0)
    expect(await essays.stored(work)).toMatchObject({ body: 'Typed in the first tab, and on.' })
    await page.context().close()
  })

  it('goes on there at a press, with all that the first one has, which is read-only then', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await retype(page, 'Feedback', 'Typed first, ')
    const second = await page.context().newPage()
    await goTo(second, work.url)
    await second.getByRole('button', { name: 'Go on here' }).waitFor()
    await page.keyboard.type('typed on, ')
    await second.getByRole('button', { name: 'Go on here' }).click()
    await page.getByRole('button', { name: 'Go on here' }).waitFor()
    await isLive(second)
    await expect.poll(() => fieldOf(second, 'Feedback').inputValue()).toBe('Typed first, typed on, ')
    expect(await fieldOf(page, 'Feedback').getAttribute('readonly')).not.toBeNull()
    await fieldOf(second, 'Feedback').press('Control+End')
    await second.keyboard.type('typed in the second.')
    await statusOf(second, /^Saved \d/).waitFor()
    expect(await second.getByRole('button', { name: 'Keep mine' }).count()).toBe(0)
    expect(await essays.stored(work)).toMatchObject({ body: 'Typed first, typed on, typed in the second.' })

    await page.getByRole('button', { name: 'Go on here' }).click()
    await second.getByRole('button', { name: 'Go on here' }).waitFor()
    const body = 'Typed first, typed on, typed in the second.'
    await expect.poll(() => fieldOf(page, 'Feedback').inputValue()).toBe(body)
    await page.context().close()
  })

  it('of another submission writes beside it', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    const other = await essays.take(103)
    const second = await page.context().newPage()
    await goTo(second, other.url)
    await retype(page, 'Feedback', 'Of the one.')
    await retype(second, 'Feedback', 'Of the other.')
    await expect.poll(() => essays.stored(work)).toMatchObject({ body: 'Of the one.' })
    await expect.poll(() => essays.stored(other)).toMatchObject({ body: 'Of the other.' })
    await page.context().close()
  })
})

const it = onSite.extend('folder', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'))
  onCleanup(() => rm(folder, { recursive: true, maxRetries: 10 }))
  return folder
})

const all = { body: 'Half a sentence\n  äö €', comment: 'A comment', annotations: ['2: An annotation'], level: 'good' }

async function typeAll(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Clear functions' }).click()
  await retype(page, 'Comment', all.comment)
  await annotate(page, 2, 'An annotation')
  await retype(page, 'Feedback', all.body)
}

async function hasAll(page: Page): Promise<void> {
  await expect.poll(() => fieldOf(page, 'Feedback').inputValue()).toBe(all.body)
  expect(await fieldOf(page, 'Comment').inputValue()).toBe(all.comment)
  expect(await page.getByRole('radio', { name: 'Clear functions' }).isChecked()).toBe(true)
  expect(await page.getByRole('textbox', { name: /^Annotation of/ }).inputValue()).toBe('An annotation')
}

/** Waits until the browser has written it. */
const isKept = (page: Page) => expect.poll(() => page.evaluate<string>(keptFeedback)).toBe(all.body)

const keptFeedback = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('grading', 1)
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const reading = opening.result.transaction('work').objectStore('work').getAll()
    reading.onsuccess = () => resolve(reading.result[0]?.mine.body)
    opening.result.close()
  }
})`

/** As a browser says when somebody comes back to the tab. */
async function focus(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
}
