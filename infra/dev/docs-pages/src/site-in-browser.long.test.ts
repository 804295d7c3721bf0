import AxeBuilder from '@axe-core/playwright'
import { publicProblems } from '@course-grading/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicDocument } from './reference/document.ts'
import { openSite, type OpenSite, watchFaults, whyNoBrowser } from './site-in-browser.fixture.ts'

const operations = Object.values(publicDocument.paths)
  .flatMap((methods) => Object.values(methods))
  .map(({ operationId }) => operationId)
/** One of each kind. */
const kinds = [
  '/',
  '/scripts/tutorial/',
  '/concepts/delivery/',
  '/reference/putcoursesettings/',
  '/reference/schemas/',
  '/errors/',
  '/errors/revision_conflict/',
  '/operators/variables/',
]
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1200, 360].map((width) => ({ colorScheme, width })),
)

describe.skipIf(whyNoBrowser !== null)(
  `the site in a browser${whyNoBrowser === null ? '' : ` (left out: ${whyNoBrowser})`}`,
  () => {
    let site: OpenSite
    beforeAll(async () => {
      site = await openSite()
    })
    afterAll(() => site.close())

    it('asks no other origin, and its policy is not violated, on any page', async () => {
      const context = await site.newContext({})
      const page = await context.newPage()
      const faults = watchFaults(page, site.url)
      for (const path of site.paths) expect((await page.goto(`${site.url}${path}`))?.status()).toBe(200)
      expect([site.paths.length > 30, faults]).toEqual([true, []])
      await context.close()
    })

    it.each(looks)(
      'is accessible in the $colorScheme theme at $width px, and never wider than that',
      async ({ colorScheme, width }) => {
        const context = await site.newContext({ colorScheme, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const found: string[] = []
        for (const path of kinds) {
          await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
          const { violations } = await new AxeBuilder({ page }).analyze()
          found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`))
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          if (overflow > 0) found.push(`${path} is ${overflow} px too wide`)
        }
        expect(found).toEqual([])
        await context.close()
      },
    )

    it('finds each operation and error code by its name, its own page among the first three', async () => {
      const context = await site.newContext({})
      const page = await context.newPage()
      await page.goto(site.url)
      const firstThree = async (text: string): Promise<string[]> =>
        await page.evaluate(
          async ([term, index]) => {
            const pagefind = await import(index)
            const { results } = await pagefind.search(term)
            return await Promise.all(
              results
                .slice(0, 3)
                .map(async (result: { data: () => Promise<{ url: string }> }) => (await result.data()).url),
            )
          },
          [text, '/pagefind/pagefind.js'] as const,
        )
      for (const operation of operations)
        expect(await firstThree(operation)).toContain(`/reference/${operation.toLowerCase()}/`)
      for (const code of Object.keys(publicProblems)) expect(await firstThree(code)).toContain(`/errors/${code}/`)
      await context.close()
    })

    it('shows where the focus is', async () => {
      const context = await site.newContext({ viewport: { width: 1200, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${site.url}/errors/`)
      for (let pressed = 0; pressed < 8; pressed += 1) {
        await page.keyboard.press('Tab')
        const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
        expect(outline).not.toBe('none')
      }
      await context.close()
    })

    it('has a page for unknown paths', async () => {
      const reply = await fetch(`${site.url}/no/such/page/`)
      expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('404')])
    })
  },
)
