import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays, press, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { it } from './world.fixture.ts'

const graders = '/courses/11/settings/graders'
const settings = `${essays}/settings`
const minutes = (page: Page) => page.getByRole('textbox', { name: 'Minutes of a claim' })
const claims = (page: Page) => page.getByRole('textbox', { name: 'Claims at once' })
const save = (page: Page) => press(page, 'Save')
const csv = 'email;languages;feedbackTags;gradingTags\n\n"nobody@example.org";"xx";"";""\n'

async function check(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Or the text of a file' }).fill(csv)
  await press(page, 'Check the file')
}

describeInBrowser("the forms of a teacher's course in a browser, without scripts", () => {
  it.for<[what: string, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['settings of an exercise', settings],
    ['settings with a fault', settings, (page) => minutes(page).fill('1 000'), save],
    ['exercises by hand', '/courses/11/settings/exercises', (page) => page.locator('summary').first().click()],
    ['graders', graders, (page) => press(page, 'Add a grader')],
    ['a file of graders', `${graders}/file`, check],
  ])('are easy to use for everybody: %s', async ([, path, ...steps], { site }) => {
    const page = await site.signedIn(101, { javaScriptEnabled: true, deviceScaleFactor: 2 })
    await withoutOwnScripts(page)
    await page.goto(site.url + path)
    for (const step of steps) await step(page)
    await page.waitForLoadState()
    await isAccessible(page)
    await page.context().close()
  })

  it('write what two teachers change at once, and show each what both changed', async ({ site }) => {
    const [mine, theirs] = await Promise.all([site.signedIn(101), site.signedIn(101)])
    for (const page of [mine, theirs]) await page.goto(site.url + settings)
    await minutes(theirs).fill('45')
    await save(theirs)
    await claims(mine).fill('7')
    await save(mine)
    await mine.waitForURL('**/settings?saved')
    expect([await minutes(mine).inputValue(), await claims(mine).inputValue()]).toEqual(['45', '7'])
    await claims(theirs).fill('9')
    await save(theirs)
    expect(await theirs.getByText('Now: 7').count()).toBe(1)
    await press(theirs, 'Use this: Claims at once')
    const focused = await theirs.locator(':focus').getAttribute('name')
    expect([await claims(theirs).inputValue(), focused]).toEqual(['7', 'maxOpenClaims'])
    await save(theirs)
    await theirs.waitForURL('**/settings?saved')
  })

  it('keep all that was typed over a session that ended, and send it again', async ({ site }) => {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${settings}`)
    await minutes(page).fill('77')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await save(page)
    expect(await page.getByRole('alert').innerText()).toContain('Your session has ended')
    await page.context().addCookies(cookies)
    await press(page, 'Send again')
    await page.waitForURL('**/settings?saved')
    expect(await minutes(page).inputValue()).toBe('77')
  })
})
