import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  focusedOn,
  fromFirst,
  idOf,
  lostFocusOn,
  pageOf,
  pressAll,
  takeAllEssays,
  takenBy,
  untilSaved,
  wholeOf,
} from './scripted-page.fixture.ts'
import { it as onSite } from './world.fixture.ts'

describeInBrowser('thirty essays', () => {
  it('are graded without the mouse, and the focus is never lost', { timeout: 300_000 }, async ({ site, teacher }) => {
    const page = await takenBy(site, 101)
    const graded: string[] = []
    for (let number = 1; number <= 30; number += 1) {
      const id = idOf(page)
      graded.push(id)
      await gradeByKeys(page, number)
      await page.waitForURL((url) => !url.pathname.includes(id))
    }
    expect(await lostFocusOn(page)).toEqual([])
    for (const [index, id] of graded.entries()) expect(await wholeOf(teacher, id)).toMatchObject(gradedAs(index + 1))
    await page.context().close()
  })
})

describeInBrowser('lines of the work', () => {
  it.for<[keys: string, first: number, last: number]>([
    ['', 1, 1],
    ['ArrowDown ArrowDown', 3, 3],
    ['ArrowDown Shift+ArrowDown', 2, 3],
    ['ArrowDown Shift+ArrowDown Shift+ArrowDown Shift+ArrowUp', 2, 3],
    ['ArrowDown ArrowDown Shift+ArrowUp', 2, 3],
    ['ArrowDown Shift+ArrowUp Shift+ArrowUp Shift+ArrowUp Shift+ArrowDown', 2, 2],
    ['ArrowDown Enter ArrowDown ArrowDown', 2, 2],
    ['Shift+ArrowDown '.repeat(12).trim(), 1, 7],
  ])('are chosen, and annotated by the next key: %s', async ([keys, first, last], { page, teacher }) => {
    await fromFirst(page, `c Escape ${'ArrowUp '.repeat(9)}${keys} a`.replaceAll('  ', ' '))
    await page.keyboard.type(`From ${first} to ${last}.`)
    await pressAll(page, 'Control+s')
    await untilSaved(page)
    const { annotations } = await wholeOf(teacher, idOf(page))
    expect(annotations).toContainEqual(
      expect.objectContaining({ startLine: first, endLine: last, body: `From ${first} to ${last}.` }),
    )
    await page.getByRole('button', { name: 'Remove this annotation' }).press('Enter')
  })

  it('keep an annotation that is open when another is begun, and Esc discards nothing', async ({ page }) => {
    await fromFirst(page, `c Escape ${'ArrowUp '.repeat(9)}a`)
    await page.keyboard.type('The first')
    await pressAll(page, 'Escape ArrowDown a')
    await page.keyboard.type('The second')
    await pressAll(page, 'Escape')
    const texts = page.getByRole('textbox', { name: /^Annotation of / })
    expect([await texts.nth(0).inputValue(), await texts.nth(1).inputValue()]).toEqual(['The first', 'The second'])
    for (const count of [2, 1]) {
      expect(await texts.count()).toBe(count)
      await page.getByRole('button', { name: 'Remove this annotation' }).first().press('Enter')
    }
  })
})

describeInBrowser('the focus', () => {
  it.for<[what: string, prepare: string, button: RegExp, focused: string]>([
    ['a judgement is taken back', '3', /^Clear$/, 'group "Structure"'],
    ['an annotation is removed', 'c Escape a', /^Remove this annotation$/, 'button "Line '],
    ['the list of keys is closed', 'j ?', /^Close$/, 'group "Quality"'],
    ['the list of comments is closed', 'j c Control+k', /^Close$/, 'textbox "Comment"'],
  ])('stays near when %s', async ([, prepare, button, focused], { page }) => {
    await fromFirst(page, prepare)
    await page.getByRole('button', { name: button }).press('Enter')
    await expect.poll(() => focusedOn(page)).toContain(focused)
    expect(await lostFocusOn(page)).toEqual([])
  })

  it('stays on the button of saving when everything is saved', async ({ page }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/grade/*/judgement', async (route) => {
      await held
      await route.continue()
    })
    await fromFirst(page, '2')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    letGo()
    await untilSaved(page)
    expect(await focusedOn(page)).toBe('button "Save"')
    await pressAll(page, 'Tab')
    expect(await focusedOn(page)).toBe('button "Complete and next"')
    await page.unrouteAll()
  })

  it.for<[what: string, keys: string, focused: RegExp]>([
    ['a level', 'Tab', /^radio "Clear functions/],
    ['a comment', 'c', /^textbox "Comment"/],
    ['the kind of an annotation', 'c Escape a Shift+Tab Shift+Tab Shift+Tab', /^combobox "Kind"/],
  ])('stays on %s when nothing can be completed', async ([, keys, focused], { page }) => {
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'Clear functions' }).check()
    await page.getByRole('textbox', { name: 'Private note' }).fill(`Typed on the way to ${keys}`)
    await fromFirst(page, keys)
    await pressAll(page, 'Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'Not completed' }).waitFor()
    expect(await focusedOn(page)).toMatch(focused)
    expect(await lostFocusOn(page)).toEqual([])
    await page.context().setOffline(false)
    await untilSaved(page)
  })
})

/** As fast as the keys can be sent, but for the search of comments. */
async function gradeByKeys(page: Page, number: number): Promise<void> {
  await page.locator('.work-box [role=button]').first().waitFor()
  if (number > 1) expect(await focusedOn(page)).toMatch(/^heading /)
  await pressAll(page, number === 1 ? 'j' : 'j k')
  await pressAll(page, '3 j 1 c')
  await page.keyboard.type(`Comment ${number}, jk1.`)
  await pressAll(page, 'Escape ArrowDown Shift+ArrowDown a')
  await page.keyboard.type(`Lines of ${number}.`)
  await pressAll(page, 'Control+k n a m e s Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.type(` Of ${number}.`)
  await page.keyboard.press('Control+Enter')
}

const names = 'Anna muuttujille kuvaavammat nimet.|Give your variables names that say what they hold.'

const gradedAs = (number: number) => ({
  state: 'completed',
  scores: { structure: { levelId: 'good' }, quality: { checks: { tests: 1 }, comment: `Comment ${number}, jk1.` } },
  annotations: [{ body: expect.stringMatching(new RegExp(`^Lines of ${number}\\. (?:${names}) Of ${number}\\.$`)) }],
})

const it = onSite
  .extend('all', { scope: 'file', auto: true }, ({ world, teacher }) => takeAllEssays(world, teacher))
  .extend('page', { scope: 'file' }, pageOf(102))
