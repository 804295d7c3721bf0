import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  announcedOn,
  focusedOn,
  fromFirst,
  pageOf,
  type PressedKey,
  pressAll,
  sendKey,
  takeAllEssays,
  takenBy,
  untilLive,
  untilSaved,
} from './scripted-page.fixture.ts'
import { it as onSite } from './world.fixture.ts'
import { unfold } from './grading.fixture.ts'

describeInBrowser('a key of the grading page', () => {
  it.for<[keys: string, focused: string]>([
    ['', 'group "Structure"'],
    ['j', 'group "Quality"'],
    ['j k', 'group "Structure"'],
    ['j c', 'textbox "Comment"'],
    ['j m', 'group "Structure"'],
    ['c Escape', 'button "Line 1"'],
    ['Escape', 'button "Line 1"'],
    ['e', 'textbox "Feedback"'],
    ['c Escape ArrowDown ArrowDown ArrowUp', 'button "Line 2"'],
    ['?', 'checkbox "Single-key shortcuts"'],
    ['j ? Escape', 'group "Quality"'],
    ['c Control+k', 'combobox "Search comments"'],
    ['c Control+k Escape', 'textbox "Comment"'],
  ])('leads where it should: %s', async ([keys, focused], { page }) => {
    await fromFirst(page, keys)
    expect(await focusedOn(page)).toContain(focused)
  })

  it.for<[keys: string, announced: string]>([
    ['3', 'Structure: Clear functions, 10'],
    ['3', 'Structure: Clear functions cleared'],
    ['2', 'Structure: Partly structured, 5'],
    ['4', 'Structure: there is no 4 to choose'],
    ['j 1', 'Quality: Has tests, 4'],
    ['j 1', 'Quality: Has tests cleared'],
    ['j 3', 'Quality: Fault, -1'],
    ['j 3', 'Quality: Fault, -2'],
    ['j 3 3 3', 'Quality: Fault, -5'],
    ['j 3', 'Quality: Fault cleared'],
    ['2', 'Structure: Partly structured cleared'],
    ['k', 'This is the first criterion.'],
    ['j j', 'This is the last criterion.'],
    ['n', 'There are no annotations.'],
    ['Control+k', 'Ctrl+K inserts a comment in a text: go to one first, such as the feedback.'],
  ])('announces what it changed, or why it did nothing: %s', async ([keys, announced], { page }) => {
    await fromFirst(page, keys)
    await expect.poll(() => announcedOn(page).innerText()).toBe(announced)
  })

  it('leads through the parts of the work, to the last one and back', async ({ page }) => {
    const parts = page.locator('.work-box').getByRole('heading')
    // What the checks said comes after the work.
    await page.waitForLoadState('networkidle')
    const headings = await parts.allInnerTexts()
    await fromFirst(page, headings.map(() => ',').join(' '))
    const seen = [await page.locator(':focus').innerText()]
    for (const key of headings.flatMap(() => '.')) {
      await pressAll(page, key)
      seen.push(await page.locator(':focus').innerText())
    }
    expect(headings.length).toBeGreaterThan(3)
    expect(seen).toEqual([...headings, headings.at(-1)])
    // As what comes later above the work does.
    await page.evaluate(
      `document.querySelector('#grading header').append(Object.assign(document.createElement('pre'), { textContent: '\\n'.repeat(8) }))`,
    )
    await pressAll(page, ',')
    expect(await page.locator(':focus').innerText()).toBe(headings.at(-2))
  })

  it.for<[name: string, from: string, focused: RegExp]>([
    ['Next criterion', '', /^group "Quality"/],
    ['Previous criterion', 'j', /^group "Structure"/],
    ['Next file', '', /^heading "/],
    ['Next annotation', 'c Escape a x Escape j', /^textbox "Annotation of/],
    ['Previous annotation', 'j', /^textbox "Annotation of/],
  ])('has a button that does the same: %s', async ([name, from, focused], { page }) => {
    await fromFirst(page, from)
    await page.getByRole('button', { name, exact: true }).click()
    expect(await focusedOn(page)).toMatch(focused)
    if (name === 'Previous annotation') await page.getByRole('button', { name: 'Remove this annotation' }).click()
  })

  it('has its button, whose hint nobody hears', async ({ page }) => {
    await page.reload()
    await untilLive(page)
    const shortcuts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-keyshortcuts]')].map((each) => each.ariaKeyShortcuts)`,
    )
    expect(new Set(shortcuts)).toEqual(new Set([...'jkecm,.npaf?', 'Control+Enter', 'Escape']))
    expect(await page.locator('kbd:not([aria-hidden=true])').count()).toBe(0)
  })

  it('folds the annotations to marks, and back', async ({ page }) => {
    const fold = page.getByRole('button', { name: 'Fold annotations' })
    await fromFirst(page, 'f')
    expect(await fold.getAttribute('aria-pressed')).toBe('true')
    await pressAll(page, 'f')
    expect(await fold.getAttribute('aria-pressed')).toBe('false')
  })

  it('leads to each annotation and around', async ({ page }) => {
    for (const line of [1, 3]) {
      await fromFirst(page, `c Escape${' ArrowUp'.repeat(3)}${' ArrowDown'.repeat(line - 1)} a`)
      await page.keyboard.type(`About line ${line}.`)
    }
    await fromFirst(page, '')
    const seen: string[] = []
    for (const keys of ['n', 'Escape n', 'Escape n', 'Escape p']) {
      await pressAll(page, keys)
      seen.push(await page.locator(':focus').inputValue())
    }
    expect(seen).toEqual(['About line 1.', 'About line 3.', 'About line 1.', 'About line 3.'])
  })

  it('leads to each thing that is missing, as the button does', async ({ page }) => {
    await fromFirst(page, '1 j 3')
    await page.getByRole('button', { name: '2 missing' }).press('Enter')
    const seen = [await focusedOn(page)]
    for (const key of ['Escape m', 'Escape m']) {
      await pressAll(page, key)
      seen.push(await focusedOn(page))
    }
    expect(new Set(seen).size).toBe(2)
    expect(seen[2]).toBe(seen[0])
    await fromFirst(page, '1 j 3 3 3 3 3')
  })

  it('saves from a dialog, too', async ({ page }) => {
    await fromFirst(page, '2 ? Control+s')
    await untilSaved(page)
    await fromFirst(page, '2 c Control+k Control+s')
    await untilSaved(page)
    expect(await focusedOn(page)).toBe('combobox "Search comments"')
  })

  it('completes nothing while something is missing, and says how much and what first', async ({ page }) => {
    await fromFirst(page, 'j Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'One thing is missing.' }).waitFor()
    expect(await focusedOn(page)).toBe('group "Structure"')
    await pressAll(page, 'j Control+Enter')
    await expect.poll(() => focusedOn(page)).toBe('group "Structure"')
  })
})

describeInBrowser('the criterion that keys judge', () => {
  const marked = (page: Page) => page.locator('.criterion[aria-current=true]').getAttribute('data-criterion')

  it('is in sight when a key judges it', async ({ page }) => {
    await fromFirst(page, '')
    await page.evaluate(`document.querySelector('.judging').scrollTop = 10_000`)
    await pressAll(page, '1')
    expect(await page.evaluate<boolean>(isMarkedSeen)).toBe(true)
  })

  it('follows the focus', async ({ page }) => {
    await fromFirst(page, '')
    const seen = [await marked(page)]
    await page.getByRole('group', { name: 'Quality' }).getByRole('checkbox').first().focus()
    seen.push(await marked(page))
    expect(seen).toEqual(['structure', 'quality'])
  })
})

const isMarkedSeen = `(() => {
  const title = document.querySelector('.criterion[aria-current=true] > legend')
  const { left, top } = title.getBoundingClientRect()
  return document.elementFromPoint(left + 2, top + 2) === title
})()`

describeInBrowser('an empty comment', () => {
  it('is a button, which opens it for the next key, and stays open when its text is deleted', async ({ page }) => {
    const group = page.getByRole('group', { name: 'Quality' })
    await page.reload()
    await untilLive(page)
    expect(await group.getByRole('textbox', { name: 'Comment' }).count()).toBe(0)
    await group.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.keyboard.type('x')
    expect(await page.locator(':focus').inputValue()).toBe('x')
    await pressAll(page, 'Backspace Tab')
    expect(await group.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
  })
})

describeInBrowser('a digit', () => {
  it('is typed into the points of a criterion that has nothing to choose', async ({ site, teacher }) => {
    const { body } = await teacher.listRubrics({ params: { courseId: 11 } })
    const { rubricId } = body.items.find(({ title }) => title.en === 'Project')!
    const params = { courseId: 11, exerciseId: 1103 }
    const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
    await teacher.putExerciseGrading({ params, body: { ...settings, rubricId }, ifMatch })
    const page = await takenBy(site, 103)
    await fromFirst(page, 'j 0 0')
    expect(await focusedOn(page)).toMatch(/^textbox "Points /)
    expect(await page.locator(':focus').inputValue()).toBe('00')
    await page.context().close()
  })
})

describeInBrowser('keys of one character', () => {
  it('are characters while somebody types', async ({ page }) => {
    const typed = 'jke 1234567890 c,.npamf? J'
    await fromFirst(page, 'j c')
    await page.keyboard.type(typed)
    expect(await page.locator(':focus').inputValue()).toBe(typed)
    await page.locator(':focus').fill('')
    await unfold(page)
    await page.getByRole('textbox', { name: 'Points' }).focus()
    await page.keyboard.type('12')
    expect(await page.locator(':focus').inputValue()).toBe('12')
    await page.locator(':focus').fill('')
  })

  it.for(['j', '3', 'Enter', 's', 'k', 'Escape'])(
    'rest while a character is being composed: %s',
    async (key, { page }) => {
      await fromFirst(page, '')
      const isTaken = await sendKey(page, { key, code: '', isComposing: true, ctrlKey: /^(?:Enter|s|k)$/.test(key) })
      // The browser would save a file.
      expect([isTaken, await focusedOn(page)]).toEqual([key === 's', 'group "Structure"'])
    },
  )

  it('are switched off in their list, for good', async ({ page }) => {
    await fromFirst(page, '? Space Escape j 3')
    expect(await focusedOn(page)).toBe('group "Structure"')
    await page.reload()
    await untilLive(page)
    await pressAll(page, 'Tab j')
    expect(await focusedOn(page)).not.toContain('group')
    await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).press('Enter')
    await pressAll(page, 'Space Escape k')
    expect(await focusedOn(page)).toBe('group "Structure"')
  })
})

describeInBrowser('a keyboard of another layout', () => {
  it.for<[pressed: PressedKey, focused: string, from?: string]>([
    [{ key: '?', code: 'Minus', shiftKey: true }, 'checkbox "Single-key shortcuts"'],
    [{ key: ',', code: 'Comma' }, 'heading "'],
    [{ key: '.', code: 'Period' }, 'heading "'],
    [{ key: 'J', code: 'KeyJ' }, 'group "Quality"'],
    [{ key: 'c', code: 'KeyC' }, 'textbox "Comment"'],
    [{ key: 'Enter', code: 'Enter', metaKey: true }, 'group "Structure"'],
    [{ key: 'k', code: 'KeyK', metaKey: true }, 'combobox "Search comments"', 'c'],
    [{ key: 'K', code: 'KeyK', ctrlKey: true }, 'combobox "Search comments"', 'c'],
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'combobox "Search comments"', 'c'],
    [{ key: 'о', code: 'KeyJ' }, 'group "Quality"'],
    [{ key: 'ы', code: 'KeyS', ctrlKey: true }, 'group "Structure"'],
  ])(
    'has the keys by their characters, or else by their places: %o',
    async ([pressed, focused, from = ''], { page }) => {
      await fromFirst(page, from)
      expect(await sendKey(page, pressed)).toBe(true)
      await expect.poll(() => focusedOn(page)).toContain(focused)
    },
  )

  it.for([
    { key: '+', code: 'Minus' },
    { key: '_', code: 'Slash', shiftKey: true },
    { key: '-', code: 'Slash' },
    { key: '@', code: 'Digit2', ctrlKey: true, altKey: true },
    { key: '2', code: 'Digit2', altKey: true },
    { key: '2', code: 'Digit2', ctrlKey: true },
    { key: '2', code: 'Digit2', metaKey: true },
    { key: 'ö', code: 'Semicolon' },
    { key: 'Dead', code: 'BracketRight' },
    { key: 'F5', code: 'F5' },
  ])('keeps all others: %o', async (pressed, { page }) => {
    await fromFirst(page, '')
    const before = await announcedOn(page).innerText()
    expect(await sendKey(page, pressed)).toBe(false)
    expect([await focusedOn(page), await announcedOn(page).innerText()]).toEqual(['group "Structure"', before])
  })
})

const it = onSite
  .extend('all', { scope: 'file', auto: true }, ({ world, teacher }) => takeAllEssays(world, teacher))
  .extend('page', { scope: 'file' }, pageOf(102))
