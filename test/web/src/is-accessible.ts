import { obstaclesOn, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const widths = [390, 1_024, 1_366]
/** A window of 1,366 × 768 in which everything is twice as large. */
const zoomed = { width: 683, height: 384 }

/** Nobody is kept from the page: axe finds nothing in either theme at three widths, and it is never wider than the window. */
export async function isAccessible(page: Page): Promise<void> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await obstaclesOn(page)).map((obstacle) => `${colorScheme} ${width} ${obstacle}`))
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(zoomed)
  const excesses = [...(await widthExcessOf(page)), ...(await page.evaluate<string[]>(movedSideways))]
  found.push(...excesses.map((excess) => `at 200 % ${excess}`))
  if (before) await page.setViewportSize(before)
  expect(found).toEqual([])
}

/** Whether the first of the elements is drawn otherwise after the change. */
export async function looksChanged(page: Page, selector: string, change: string): Promise<boolean> {
  const element = await page.locator(selector).first().elementHandle()
  const before = await element?.screenshot()
  await page.evaluate(`(${change})(document.querySelector(${JSON.stringify(selector)}))`)
  return before?.equals((await element?.screenshot()) ?? Buffer.alloc(0)) === false
}

/** Boxes of their own that have to be moved sideways to be read. Those of tables may. */
const movedSideways = `[...document.querySelectorAll('body *')]
  .filter((box) => box.scrollWidth > box.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX))
  .filter((box) => box.querySelector('table') === null && box.checkVisibility())
  .map((box) => 'has to be moved sideways: ' + box.outerHTML.slice(0, 100))`
