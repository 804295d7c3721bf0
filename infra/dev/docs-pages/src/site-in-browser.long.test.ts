import { publicProblems } from '@course-grading/contracts/public-problems'
import { describeInBrowser, obstaclesOn } from '@course-grading/test-kit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBuiltSite } from './built-site.fixture.ts'
import { publicDocument } from './reference/document.ts'
import { openSite, type OpenSite, searchIsReady, watchFaults } from './site-in-browser.fixture.ts'

describeInBrowser('the site in a browser', () => {
  let site: OpenSite
  beforeAll(async () => {
    site = await openSite(built())
  })
  afterAll(() => site.close())

  it('asks no other origin, and its policy is not violated, on any page', async () => {
    const page = await site.newPage({})
    const faults = watchFaults(page, site.url)
    for (const path of site.paths) {
      expect((await page.goto(`${site.url}${path}`))?.status()).toBe(200)
      await searchIsReady(page)
    }
    expect([site.paths.length > 30, faults]).toEqual([true, []])
  })

  it.each(looks)(
    'is accessible in the $colorScheme theme at $width px, and never wider than that',
    async ({ colorScheme, width }) => {
      const page = await site.newPage({ colorScheme, viewport: { width, height: 900 } })
      const found: string[] = []
      for (const path of kinds) {
        await page.goto(`${site.url}${path}`)
        await searchIsReady(page)
        found.push(...(await obstaclesOn(page)).map((obstacle) => `${path} ${obstacle}`))
      }
      expect(found).toEqual([])
    },
  )

  it('finds each operation and error code by its name, its own page among the first three', async () => {
    const page = await site.newPage({})
    await page.goto(site.url)
    const firstThree = async (text: string): Promise<string[]> =>
      await page.evaluate(`import('/pagefind/pagefind.js').then(async ({ search }) => {
          const { results } = await search(${JSON.stringify(text)})
          return (await Promise.all(results.slice(0, 3).map((result) => result.data()))).map(({ url }) => url)
        })`)
    for (const operation of operations)
      expect(await firstThree(operation)).toContain(`/reference/${operation.toLowerCase()}/`)
    for (const code of Object.keys(publicProblems)) expect(await firstThree(code)).toContain(`/errors/${code}/`)
  })

  it('shows what was found to somebody who uses the keyboard alone, and where the focus is', async () => {
    const page = await site.newPage({ viewport: { width: 360, height: 900 } })
    const faults = watchFaults(page, site.url)
    await page.goto(site.url)
    await searchIsReady(page)
    const focused = async (): Promise<string> =>
      await page.evaluate(`(({ outlineStyle, boxShadow }) =>
          outlineStyle === 'none' && boxShadow === 'none' ? document.activeElement.outerHTML : 'visible'
        )(getComputedStyle(document.activeElement))`)
    for (let pressed = 0; pressed < 8; pressed += 1) {
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('visible')
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('revision_conflict')
    await page.locator('dialog a[href^="/errors/revision_conflict/"]').first().waitFor()
    expect(faults).toEqual([])
  })

  it('has a page for unknown paths', async () => {
    const reply = await fetch(`${site.url}/no/such/page/`)
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('404')])
  })
})

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
  '/errors/revision_conflict/',
  '/operators/variables/',
  '/404',
]
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1200, 360].map((width) => ({ colorScheme, width })),
)

const built = useBuiltSite()
