import type { Locator, Page } from 'playwright-core'

/** How a person uses pages. */
export interface Hand {
  readonly javaScriptEnabled: boolean
  /** Presses what leads to another page, and waits for it. */
  readonly follow: (page: Page, what: Locator) => Promise<void>
  /** Presses what changes the page that is open. */
  readonly press: (page: Page, what: Locator) => Promise<void>
}

export const byMouse: Hand = {
  javaScriptEnabled: false,
  follow: (_page, what) => what.click(),
  press: (_page, what) => what.click(),
}

export const byKeyboard: Hand = {
  javaScriptEnabled: true,
  async follow(page, what) {
    const loaded = page.waitForEvent('load')
    await reach(page, what)
    await page.keyboard.press('Enter')
    await loaded
  },
  async press(page, what) {
    await reach(page, what)
    const isA = async (role: 'checkbox' | 'textbox') => (await what.and(page.getByRole(role)).count()) > 0
    if (await isA('checkbox')) await page.keyboard.press('Space')
    else if (!(await isA('textbox'))) await page.keyboard.press('Enter')
  },
}

/** By the tab key, from where the page has the focus. */
export async function reach(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  for (let stop = 0; (await what.and(page.locator(':focus')).count()) === 0; stop += 1) {
    if (stop === 200) throw new Error(`The tab key does not lead to ${String(what)}.`)
    await page.keyboard.press('Tab')
  }
}
