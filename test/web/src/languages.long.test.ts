import { assessEssays } from '@course-grading/starter'
import { frontendSecret } from '@course-grading/test-system/frontend-client'
import { describeInBrowser, obstaclesOn, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays, press, withoutOwnScripts } from './grading.fixture.ts'
import { it as onSite } from './world.fixture.ts'

describeInBrowser('the language', () => {
  it('of pages is what the browser asks for, until the person chooses one at their foot', async ({ site }) => {
    const page = await site.signedIn(104, { locale: 'fi-FI' })
    expect(await page.locator('html').getAttribute('lang')).toBe('fi')
    await page.goto(`${site.url}/feedback?cursor=`)
    await press(page, 'English')
    expect([page.url(), await page.locator('html').getAttribute('lang')]).toEqual([
      `${site.url}/feedback?cursor=`,
      'en',
    ])
    const elsewhere = await site.signedIn(104, { locale: 'fi-FI' })
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('en')
    await press(elsewhere, 'svenska')
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('sv')
    await press(elsewhere, 'English')
    for (const each of [page, elsewhere]) await each.context().close()
  })

  it.for(
    [
      '/courses/11',
      '/courses/11/settings/exercises',
      '/courses/11/settings/graders',
      '/courses/11/settings/graders/file',
      '/courses/11/settings/listed',
      '/courses/11/deliveries',
      essays,
      `${essays}/settings`,
      `${essays}/release`,
    ].flatMap((path) => (['fi', 'sv'] as const).map((language) => [path, language] as const)),
  )('of a page of a teacher keeps nobody from it: %s, %s', async ([path, language], { site }) => {
    const page = await site.signedIn(101, { javaScriptEnabled: true, locale: language })
    await withoutOwnScripts(page)
    await page.context().setExtraHTTPHeaders({ 'Accept-Language': language })
    await page.goto(site.url + path)
    for (const module of await page.locator('main details > summary').all()) await module.click()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const found: string[] = []
    for (const width of [390, 683, 1_366]) {
      await page.setViewportSize({ width, height: 768 })
      found.push(...(width === 683 ? await obstaclesOn(page) : await widthExcessOf(page)))
    }
    expect(found).toEqual([])
    await page.context().close()
  })

  it.for<[what: string, text: string]>([
    ['the work', 'Siksi jokaista on helppo'],
    ['an annotation', 'Jokainen sana verrataan'],
  ])('of the submission is said of %s on the grading page', async ([, text], { site }) => {
    const page = await pageOfFinnishWork(await site.signedIn(103))
    expect(await langOf(page, text)).toBe('fi')
    await page.context().close()
  })

  it('of the feedback is said of its field, and that of the page of the rest', async ({ site }) => {
    const page = await pageOfFinnishWork(await site.signedIn(103))
    const field = page.getByRole('textbox', { name: 'Feedback', exact: true })
    expect([await field.getAttribute('lang'), await langOf(page, 'Clear functions')]).toEqual(['fi', 'en'])
    await page.context().close()
  })

  it.for<[what: string, text: string]>([
    ['the feedback', 'Ohjelma on'],
    ['a criterion', 'Rakenne'],
    ['a comment', 'Järjestäminen on hidas'],
    ['an annotation', 'Jokainen sana verrataan'],
    ['the work', 'Siksi jokaista on helppo'],
  ])('of the feedback is said of %s that the student reads', async ([, text], { site }) => {
    const page = await site.signedIn(203)
    await page.goto(`${site.url}/feedback`)
    await page.getByRole('main').getByRole('link').first().click()
    expect(await langOf(page, text)).toBe('fi')
    await page.context().close()
  })
})

/** In which language a screen reader reads the text. */
const langOf = (page: Page, text: string): Promise<string> =>
  page
    .getByText(text)
    .first()
    .evaluate((element): string => element.closest('[lang]').lang)

async function pageOfFinnishWork(page: Page): Promise<Page> {
  await page.goto(`${new URL(page.url()).origin}${essays}?state=released`)
  await page.getByRole('row', { name: /\b3 / }).getByRole('link', { name: 'Open' }).click()
  return page
}

const it = onSite.extend('assessed', { scope: 'file', auto: true }, async ({ site }) => {
  await assessEssays({ frontendUrl: site.frontendUrl, secret: frontendSecret, signal: AbortSignal.timeout(300_000) })
})
