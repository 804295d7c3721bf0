import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { publicProblems } from '@course-grading/contracts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildPages, buildSite, installSiteTools } from './build-site.ts'
import { siteFaults } from './check-pages.ts'
import { publicDocument } from './reference/document.ts'
import { openSite, type OpenSite, root, searchIsReady, watchFaults, whyNoBrowser } from './site-in-browser.fixture.ts'

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

let built: string
beforeAll(() => {
  installSiteTools(root)
  built = mkdtempSync(join(tmpdir(), 'site-'))
  buildSite(root, built)
})
afterAll(() => rmSync(built, { recursive: true }))

describe('the built site', () => {
  it('has the policy of its own scripts, and the document of the public API byte for byte', () => {
    expect(siteFaults(root, built)).toEqual([])
  })

  it('is found faulty when a script or the document of the public API has changed since', () => {
    const changed = mkdtempSync(join(tmpdir(), 'changed-'))
    onTestFinished(() => rmSync(changed, { recursive: true }))
    cpSync(built, changed, { recursive: true })
    appendFileSync(join(changed, 'site/index.html'), '<script>changed()</script>')
    writeFileSync(join(changed, 'site/reference/openapi/public-v1.json'), '{}')
    expect(siteFaults(root, changed)).toEqual([
      'policy.txt does not have the hashes of the inline scripts',
      'reference/openapi/public-v1.json differs from the committed document',
    ])
  })

  it('is not built with a broken link', () => {
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
})

describe.skipIf(whyNoBrowser !== null)(
  `the site in a browser${whyNoBrowser === null ? '' : ` (left out: ${whyNoBrowser})`}`,
  () => {
    let site: OpenSite
    beforeAll(async () => {
      site = await openSite(built)
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
          const { violations } = await new AxeBuilder({ page })
            .setLegacyMode()
            .options({ resultTypes: ['violations'] })
            .analyze()
          found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`))
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflow > 0) found.push(`${path} is ${overflow} px too wide`)
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
  },
)
