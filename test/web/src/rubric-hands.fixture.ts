import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { reach } from './hands.fixture.ts'
import type { Site } from './world.fixture.ts'

/** How somebody goes about an editor. */
export interface Hand {
  readonly options: Parameters<Site['signedIn']>[1]
  readonly press: (page: Page, button: Locator) => Promise<void>
  readonly type: (page: Page, field: Locator, text: string) => Promise<void>
  /** Moves the row whose title has the focus up by one. */
  readonly up: (page: Page, title: string) => Promise<void>
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

async function click(page: Page, what: Locator): Promise<void> {
  await what.click()
  await page.waitForLoadState()
}

async function upByMouse(page: Page, title: string): Promise<void> {
  await click(page, button(page, `Up: ${title}`))
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`Up: ${title}`)
}

const fill = async (_page: Page, field: Locator, text: string): Promise<void> => await field.fill(text)

export const hands: Readonly<Record<string, Hand>> = {
  'by mouse': { options: { javaScriptEnabled: true }, press: click, type: fill, up: upByMouse },
  'without scripts': { options: { javaScriptEnabled: false }, press: click, type: fill, up: upByMouse },
  'by keyboard alone': {
    options: { javaScriptEnabled: true },
    async press(page, what) {
      await reach(page, what)
      await page.keyboard.press('Enter')
    },
    async type(page, field, text) {
      await reach(page, field)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    async up(page, title) {
      await page.keyboard.press('Alt+ArrowUp')
      await expect.poll(() => page.locator(':focus').inputValue()).toBe(title)
    },
  },
}

/** A new criterion with two levels, above the others; one that was removed is back, and one is there twice. */
export async function rewrite(page: Page, { press, type, up }: Hand): Promise<void> {
  const field = (row: string, name: string): Locator =>
    page.getByRole('group', { name: row, exact: true }).getByRole('textbox', { name, exact: true }).first()
  await press(page, button(page, 'Add a criterion'))
  await page.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Sources')
  await press(page, button(page, 'one of several levels'))
  await type(page, field('Level 1', 'Title'), 'None')
  await type(page, field('Level 2', 'Points'), '4')
  await type(page, field('Level 2', 'Title'), 'Many')
  await type(
    page,
    page
      .getByRole('group', { name: /Sources/ })
      .getByRole('textbox', { name: 'Title' })
      .first(),
    'Sources',
  )
  for (let place = 3; place > 0; place -= 1) await up(page, 'Sources')
  await press(page, button(page, 'Remove: Structure'))
  expect(await page.locator(':focus').innerText()).toBe('Undo')
  await press(page, button(page, 'Undo'))
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Open: Structure')
  await press(page, button(page, 'Duplicate: Tests'))
  await press(page, button(page, 'Save draft'))
  await page.waitForURL('**/edit?saved*')
}
