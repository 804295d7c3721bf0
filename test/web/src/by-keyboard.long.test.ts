import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  announcedOn,
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
import { unfold } from './grading.fixture.ts'

describeInBrowser('thirty essays', () => {
  it(
    'are graded without the mouse, by 12 keys each beside the text, and the focus is never lost',
    {
      timeout: 300_000,
    },
    async ({ site, teacher }) => {
      const page = await takenBy(site, 101)
      const graded: string[] = []
      for (let number = 1; number <= 30; number += 1) {
        const id = idOf(page)
        graded.push(id)
        await gradeByKeys(page, number)
        await page.waitForURL((url) => !url.pathname.includes(id))
      }
      expect(await lostFocusOn(page)).toEqual([])
      expect(keysOfOne.join(' ').split(' ')).toHaveLength(12)
      for (const [index, id] of graded.entries()) expect(await wholeOf(teacher, id)).toMatchObject(gradedAs(index + 1))
      await page.context().close()
    },
  )
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

  it('are pressed buttons while they are chosen, which is heard', async ({ page }) => {
    await fromFirst(page, `c Escape ${'ArrowUp '.repeat(9)}ArrowDown Shift+ArrowDown`)
    await expect.poll(() => announcedOn(page).innerText()).toBe('Lines 2 to 3 chosen')
    const pressed = page.getByRole('button', { name: /^Line/, pressed: true })
    const seen = [await pressed.count(), await focusedOn(page)]
    await pressAll(page, 'Enter')
    await expect.poll(() => announcedOn(page).innerText()).toBe('Line 3 chosen')
    // As what reads the page aloud presses it.
    await pressed.first().dispatchEvent('click')
    await expect.poll(() => pressed.count()).toBe(0)
    expect(seen).toEqual([2, expect.stringMatching(/^button "Line 3"/)])
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
    ['an annotation is removed', 'c Escape a', /^Remove this annotation /, 'button "Line '],
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
    await pressAll(page, 'Tab Tab Tab')
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
    await unfold(page)
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

describeInBrowser('a comment that is inserted', () => {
  it.for<[name: string, reach: (page: Page) => Promise<void>]>([
    ['Private note', (page) => unfold(page).then(() => page.getByRole('textbox', { name: 'Private note' }).focus())],
    ['Reason', (page) => unfold(page).then(() => page.getByRole('textbox', { name: 'Reason' }).focus())],
    ['Why later', reachReason],
    ['Comment', (page) => fromFirst(page, 'j c')],
  ])('stands at the caret, and is undone as one step: %s', async ([, reach], { page }) => {
    await reach(page)
    const field = page.locator(':focus')
    await field.fill('')
    await page.keyboard.insertText('ab')
    await pressAll(page, 'ArrowLeft Control+k n a m e s Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.type('!')
    const seen = [await field.inputValue()]
    for (const key of ['Control+z', 'Control+z', 'Control+z']) {
      await pressAll(page, key)
      seen.push(await field.inputValue())
    }
    const text = /^a (?:Anna muuttujille|Give your).*\./.exec(seen[0] ?? '')?.[0]
    expect(seen).toEqual([`${text}!b`, `${text}b`, 'ab', ''])
    await field.fill('')
  })

  it('is undone in the field that has the focus alone', async ({ page }) => {
    await unfold(page)
    const note = page.getByRole('textbox', { name: 'Private note' })
    await note.fill('')
    await page.getByRole('textbox', { name: 'Feedback' }).press('End')
    await page.keyboard.type('Typed first.')
    await note.focus()
    await page.keyboard.type('Typed last.')
    for (const name of ['Feedback', 'Reason']) {
      await page.getByRole('textbox', { name }).focus()
      await pressAll(page, 'Control+z')
      expect([await note.inputValue(), await focusedOn(page)]).toEqual(['Typed last.', `textbox "${name}"`])
    }
    expect(await announcedOn(page).innerText()).toContain('Nothing was undone: what was typed last stands in another')
    await note.fill('')
  })
})

describeInBrowser('a completion', () => {
  it('is shown and announced from the press on, and meanwhile each key that is dropped says why', async ({ site }) => {
    const page = await takenBy(site, 103)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/complete', async (route) => {
      await held
      await route.continue()
    })
    await fromFirst(page, '3 Control+Enter')
    await page.getByRole('status').filter({ hasText: 'Completing…' }).waitFor()
    await expect.poll(() => announcedOn(page).innerText()).toBe('Completing…')
    await pressAll(page, '2')
    // The same is heard again.
    await expect.poll(() => announcedOn(page).innerText()).toBe('Completing…\u00a0')
    const url = page.url()
    letGo()
    await page.waitForURL((now) => now.href !== url)
    await page.context().close()
  })
})

describeInBrowser('the reason for postponing', () => {
  it('has the key of completion for itself', async ({ site }) => {
    const page = await takenBy(site, 103)
    await fromFirst(page, '3')
    await reachReason(page)
    await page.keyboard.type('Ask the author.')
    const [sent] = await Promise.all([
      page.waitForRequest((request) => /\/grade\/[^/]+\/(?:leave|complete)$/.test(request.url())),
      pressAll(page, 'Control+Enter'),
    ])
    expect([sent.url(), sent.postDataJSON()]).toEqual([
      expect.stringMatching(/leave$/),
      { how: 'postpone', note: 'Ask the author.' },
    ])
    // The page that follows says it to whoever does not see it, too.
    await page.waitForURL('**/courses/**')
    await expect.poll(() => focusedOn(page)).toBe('status: Postponed.')
    await page.context().close()
  })
})

async function reachReason(page: Page): Promise<void> {
  await unfold(page, 'Postpone…')
  await page.getByRole('textbox', { name: 'Why later' }).focus()
}

describeInBrowser('a removed annotation', () => {
  it('is put back by its button, and not by undoing elsewhere', async ({ page }) => {
    const annotation = page.getByRole('textbox', { name: /^Annotation of/ })
    const remove = page.getByRole('button', { name: 'Remove this annotation' })
    for (let count = await remove.count(); count > 0; count -= 1) await remove.first().press('Enter')
    await unfold(page)
    await page.getByRole('textbox', { name: 'Private note' }).fill('Stays.')
    await fromFirst(page, 'c Escape a')
    await page.keyboard.type('Put back.')
    await page.getByRole('button', { name: 'Remove this annotation' }).press('Enter')
    expect([await focusedOn(page), await announcedOn(page).innerText()]).toEqual([
      expect.stringMatching(/^button "Line/),
      'Removed.',
    ])
    await pressAll(page, 'Control+z')
    expect(await page.getByRole('textbox', { name: 'Private note' }).inputValue()).toBe('Stays.')
    await pressAll(page, 'Tab Enter')
    expect([await annotation.inputValue(), await focusedOn(page)]).toEqual([
      'Put back.',
      expect.stringMatching(/^textbox "Annotation/),
    ])
    await pressAll(page, 'Control+s')
    await untilSaved(page)
    await page.getByRole('button', { name: 'Remove this annotation' }).press('Enter')
  })
})

describeInBrowser('lines whose text is selected by mouse', () => {
  it('are annotated by the key', async ({ page }) => {
    const rows = page.locator('section[data-path="solution.py"] .row > :last-child')
    await rows.first().scrollIntoViewIfNeeded()
    const [from, to] = [await rows.nth(1).boundingBox(), await rows.nth(3).boundingBox()]
    await page.mouse.move(from!.x + 1, from!.y + 4)
    await page.mouse.down()
    await page.mouse.move(to!.x + 1, to!.y + 4)
    await page.mouse.up()
    await pressAll(page, 'a')
    expect(await focusedOn(page)).toMatch(/lines 2 to 3"$/i)
    await page.getByRole('button', { name: 'Remove this annotation' }).last().press('Enter')
  })
})

/** What is pressed beside the text of one essay. */
const keysOfOne = ['3 j 1 c', 'Escape ArrowDown Shift+ArrowDown a', 'Control+k n Enter', 'Control+Enter'] as const

/** As fast as the keys can be sent, but for the search of comments. */
async function gradeByKeys(page: Page, number: number): Promise<void> {
  await page.locator('.work-box [role=button]').first().waitFor()
  if (number > 1) expect(await focusedOn(page)).toMatch(/^heading /)
  const [judge, annotate, insert, complete] = keysOfOne
  await pressAll(page, judge)
  await page.keyboard.type(`Comment ${number}, jk1.`)
  await pressAll(page, annotate)
  await page.keyboard.type(`Lines of ${number}.`)
  await pressAll(page, insert)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.type(` Of ${number}.`)
  await pressAll(page, complete)
}

const comment = 'Jaa funktio pienempiin osiin.|Split this function into smaller ones.'

const gradedAs = (number: number) => ({
  state: 'completed',
  scores: { structure: { levelId: 'good' }, quality: { checks: { tests: 1 }, comment: `Comment ${number}, jk1.` } },
  annotations: [{ body: expect.stringMatching(new RegExp(`^Lines of ${number}\\. (?:${comment}) Of ${number}\\.$`)) }],
})

const it = onSite
  .extend('all', { scope: 'file', auto: true }, ({ world, teacher }) => takeAllEssays(world, teacher))
  .extend('page', { scope: 'file' }, pageOf(102))
