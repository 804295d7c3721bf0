import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import { describeInBrowser, obstaclesOn, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildPages } from './build-site.ts'
import { root, useBuiltSite } from './built-site.fixture.ts'
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

  it('is no wider than a phone on any page: a wide table is scrolled by itself, also by keyboard', async () => {
    const page = await site.newPage({ viewport: { width: 360, height: 900 } })
    const found: string[] = []
    let scrolled = 0
    for (const path of site.paths) {
      await page.goto(`${site.url}${path}`)
      found.push(...(await widthExcessOf(page)).map((excess) => `${path} ${excess}`))
      const wide = await wideTablesOf(page)
      scrolled += wide.length
      found.push(...wide.filter(({ fault }) => fault !== '').map(({ head, fault }) => `${path} ${head}: ${fault}`))
    }
    expect([found, scrolled > 20]).toEqual([[], true])
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

  it('finds each operation, and each error by its code and its status, its own page among the first three', async () => {
    const page = await site.newPage({})
    await page.goto(site.url)
    for (const operation of operations)
      expect(await firstThree(page, operation)).toContain(`/reference/${operation.toLowerCase()}/`)
    for (const [code, { status }] of Object.entries(publicProblems))
      for (const text of [code, `${status}`]) expect(await firstThree(page, text)).toContain(`/errors/${code}/`)
  })

  it.each(['upgrade', 'update'])('finds by %s how a later version is installed', async (word) => {
    const page = await site.newPage({})
    await page.goto(site.url)
    expect(await firstThree(page, word)).toContain('/operators/install/')
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

it('the site is not built with a broken link', () => {
  // Below the site's own folder, where its tools are found.
  mkdirSync(join(root, 'docs/generated'), { recursive: true })
  const docs = mkdtempSync(join(root, 'docs/generated/seeded-'))
  onTestFinished(() => rmSync(docs, { recursive: true }))
  for (const part of ['astro.config.mjs', 'package.json', 'src/content.config.mjs', 'src/styles'])
    cpSync(join(root, 'docs', part), join(docs, part), { recursive: true })
  mkdirSync(join(docs, 'src/content/docs'), { recursive: true })
  writeFileSync(join(docs, 'src/content/docs/index.md'), '---\ntitle: Start\n---\n\n[nowhere](/no-such-page/)\n')
  expect(() => buildPages(root, docs, join(docs, 'dist'))).toThrow('no-such-page')
})

/** The tables that have more columns than place, and what keeps somebody from reading one of them. */
const wideTablesOf = async (page: Page): Promise<{ readonly head: string; readonly fault: string }[]> =>
  await page.evaluate(`[...document.querySelectorAll('main table')].flatMap((table) => {
    table.scrollLeft = 1e6
    const last = table.querySelector('tr > :last-child').getBoundingClientRect()
    const place = table.getBoundingClientRect()
    if (table.scrollWidth <= table.clientWidth && last.right <= innerWidth) return []
    const fault = [
      // Chromium lets everything be focused that scrolls, others do not.
      table.tabIndex !== 0 && 'cannot be focused',
      place.right > innerWidth && 'is wider than the page',
      last.right > place.right + 1 && 'has an end that cannot be scrolled to',
    ]
    return [{ head: table.tHead?.innerText ?? '', fault: fault.filter((each) => each !== false).join(', ') }]
  })`)

/** The addresses of the first three pages that the search finds. */
const firstThree = async (page: Page, text: string): Promise<string[]> =>
  await page.evaluate(`import('/pagefind/pagefind.js').then(async ({ search }) => {
    const { results } = await search(${JSON.stringify(text)})
    return (await Promise.all(results.slice(0, 3).map((result) => result.data()))).map(({ url }) => url)
  })`)

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
  '/404',
]
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1200, 360].map((width) => ({ colorScheme, width })),
)

const built = useBuiltSite()
