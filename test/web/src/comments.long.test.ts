import { describeInBrowser, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible, looksChanged } from './is-accessible.ts'
import { it, type Site } from './world.fixture.ts'

const list = '/courses/11/comments'
const templates = `${list}/templates`
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => press(page, 'Save')
const said = (page: Page) => page.getByRole('status').first().innerText()

/** How a person uses what they see. */
type Use = (page: Page, what: Locator) => Promise<void>

const byMouse: Use = (_page, what) => what.click()

/** By the tab key, from where the page has the focus. */
const byKeyboard: Use = async (page, what) => {
  for (let stop = 0; (await what.and(page.locator(':focus')).count()) === 0; stop += 1) {
    if (stop === 60) throw new Error(`The tab key does not lead to ${String(what)}.`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

describeInBrowser('the comments of a course', () => {
  it.for<[how: string, javaScriptEnabled: boolean, use: Use]>([
    ['by mouse', true, byMouse],
    ['by keyboard', true, byKeyboard],
    ['without scripts', false, byMouse],
  ])('are made, found, changed and retired by a teacher: %s', async ([how, javaScriptEnabled, use], { site }) => {
    const page = await site.signedIn(101, { javaScriptEnabled })
    const go = async (role: 'link' | 'button', name: string) => {
      const loaded = page.waitForEvent('load')
      await use(page, page.getByRole('main').or(page.locator('nav.course')).getByRole(role, { name, exact: true }))
      await loaded
    }
    await page.goto(`${site.url}/courses/11`)
    await go('link', 'Comments')
    await go('link', 'New comment')
    await field(page, 'Label').fill(how)
    await field(page, 'Text: English').fill('Say *why*.\nAnd to whom.')
    await go('button', 'Preview: English')
    expect(await page.getByRole('region', { name: 'Preview' }).innerHTML()).toContain('<em>why</em>')
    await go('button', 'Save')
    expect([await said(page), new URL(page.url()).searchParams.get('q')]).toEqual([
      'The comment can be inserted now.',
      how,
    ])
    await go('link', how)
    await field(page, 'Points').fill('−2,5')
    await go('button', 'Save')
    expect(await page.getByRole('row', { name: how }).innerText()).toMatch(/Say \*why\*.*-2\.5/s)
    await go('link', `Retire: ${how}`)
    await go('button', 'Retire')
    expect(await said(page)).toContain('What was inserted keeps its text.')
    expect(await page.getByRole('link', { name: how, exact: true }).count()).toBe(0)
    await page.context().close()
  })

  it('are read by graders, who change their own alone, and read the templates', async ({ site }) => {
    const page = await site.signedIn(103)
    await page.goto(`${site.url}${list}/new`)
    await field(page, 'Label').fill('Mine alone')
    await field(page, 'Text: Finnish').fill('Miksi?')
    await save(page)
    await page.goto(site.url + list)
    const names = page
      .getByRole('main')
      .getByRole('row')
      .getByRole('link', { name: /^(?!Retire)/ })
    expect(await names.allInnerTexts()).toEqual(['Mine alone'])
    await page.goto(site.url + templates)
    expect([await page.getByRole('textbox').count(), await page.getByText('{{studentName}}!').count()]).toEqual([0, 2])
    await page.context().close()
  })

  it.for<[what: string, open: (page: Page, site: Site) => Promise<unknown>, mine: string, theirs: string]>([
    ['comment', openNames, 'Text: Finnish', 'Text: English'],
    ['template', (page, site) => page.goto(site.url + templates), 'Text: Finnish', 'Text: English'],
  ])('lose nothing where two people change one %s at once', async ([, open, mine, theirs], { site }) => {
    const [one, other] = await Promise.all([site.signedIn(101), site.signedIn(101)])
    for (const page of [one, other]) await open(page, site)
    await field(other, theirs).fill('Theirs {{studentName}}')
    await save(other)
    await field(one, mine).fill('Mine')
    await save(one)
    await open(one, site)
    expect([await field(one, mine).inputValue(), await field(one, theirs).inputValue()]).toEqual([
      'Mine',
      'Theirs {{studentName}}',
    ])
    const third = await other.context().newPage()
    await open(third, site)
    await field(one, theirs).fill('Mine, too')
    await save(one)
    await field(third, theirs).fill('The other')
    await save(third)
    expect([await third.getByText('Now: Mine, too').count(), await field(third, theirs).inputValue()]).toEqual([
      1,
      'The other',
    ])
    await press(third, `Use this: ${theirs}`)
    await save(third)
    await open(third, site)
    expect(await field(third, theirs).inputValue()).toBe('Mine, too')
    for (const page of [one, other]) await page.context().close()
  })

  it('say under its field which placeholder of a template is none', async ({ site }) => {
    const page = await site.signedIn(101)
    await page.goto(site.url + templates)
    await field(page, 'Text: English').fill('Dear {{name}}')
    await save(page)
    expect(await field(page, 'Text: English').inputValue()).toBe('Dear {{name}}')
    const about = await field(page, 'Text: English').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${about}"]`).innerText()).toContain('In double braces stand only')
    await page.context().close()
  })

  it('are offered in three languages, on pages that are never too wide', async ({ site }) => {
    const page = await site.signedIn(101, { viewport: { width: 390, height: 844 } })
    const found: string[] = []
    for (const [language, name] of [
      ['fi', 'suomi'],
      ['sv', 'svenska'],
      ['en', 'English'],
    ] as const) {
      for (const path of [list, `${list}/new`, templates, '/preferences', '/sessions']) {
        await page.goto(site.url + path)
        await press(page, name)
        const lang = await page.locator('html').getAttribute('lang')
        found.push(
          ...[...(await widthExcessOf(page)), ...(lang === language ? [] : [lang])].map((each) => `${path} ${each}`),
        )
      }
    }
    expect(found).toEqual([])
    await page.context().close()
  })
})

describeInBrowser('preferences and sessions', () => {
  it('are found at the foot of each page: all times are in the chosen zone then', async ({ site }) => {
    const page = await site.signedIn(102)
    await page.getByRole('contentinfo').getByRole('link', { name: 'My preferences' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
    await page.getByRole('checkbox', { name: 'Go on to the next submission' }).uncheck()
    await save(page)
    expect(await page.getByRole('contentinfo').innerText()).toContain('Times: Asia/Tokyo')
    expect(await page.getByRole('checkbox', { name: 'Go on to the next submission' }).isChecked()).toBe(false)
    await page.context().close()
  })

  it('end in every other browser', async ({ site }) => {
    const [page, elsewhere] = await Promise.all([site.signedIn(104), site.signedIn(104)])
    await page.goto(`${site.url}/preferences`)
    await page.getByRole('link', { name: 'Where you are signed in' }).click()
    await press(page, 'Sign out elsewhere')
    expect(await page.getByRole('main').getByRole('row').count()).toBe(2)
    await elsewhere.goto(`${site.url}/preferences`)
    expect(new URL(elsewhere.url()).pathname).toBe('/sign-in')
    for (const each of [page, elsewhere]) await each.context().close()
  })
})

describeInBrowser('the pages of comments, preferences and sessions, without scripts,', () => {
  it.for<[what: string, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['comments', `${list}?q=n`],
    ['a new comment with faults', `${list}/new`, save],
    ['a comment with its preview', list, openFirst, (page) => press(page, 'Preview: English')],
    [
      'the question before one is retired',
      list,
      (page) =>
        page
          .getByRole('link', { name: /^Retire/ })
          .first()
          .click(),
    ],
    ['templates with a fault', templates, (page) => field(page, 'Text: English').fill('{{x}}'), save],
    ['preferences', '/preferences'],
    ['sessions', '/sessions'],
  ])('are easy to use for everybody: %s', async ([, path, ...steps], { site }) => {
    const page = await site.signedIn(101, { javaScriptEnabled: true, deviceScaleFactor: 2 })
    await withoutOwnScripts(page)
    await page.goto(site.url + path)
    for (const step of steps) await step(page)
    await page.waitForLoadState()
    await isAccessible(page)
    await page.context().close()
  })

  it('mark a field that has to be mended, in forced colours, too', async ({ site }) => {
    const page = await site.signedIn(101)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${site.url}${list}/new`)
    await save(page)
    expect(await looksChanged(page, '[aria-invalid]', `field => field.removeAttribute('aria-invalid')`)).toBe(true)
    await page.context().close()
  })
})

const openFirst = (page: Page) => page.getByRole('main').getByRole('row').getByRole('link').first().click()

async function openNames(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}${list}?q=names`)
  await openFirst(page)
  await page.waitForURL('**/change?*')
}
