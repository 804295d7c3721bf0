import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const widths = [390, 1_024, 1_366]

/** Axe finds nothing on the page in either theme at three widths, and the page is never wider than the window. */
export async function isAccessible(page: Page): Promise<void> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'] })
        .analyze()
      const at = `${new URL(page.url()).pathname} ${colorScheme} ${width}`
      found.push(...violations.map(({ id, nodes }) => `${at} ${id}: ${nodes[0]?.html}`))
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (overflow > 0) found.push(`${at} is ${overflow} px too wide`)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
  expect(found).toEqual([])
}
