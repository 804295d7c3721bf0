import { describeInBrowser, obstaclesOn, widthExcessOf } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from './graded.fixture.ts'
import { press, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { tellPeople } from './people.fixture.ts'
import { byKeyboard, byMouse } from './hands.fixture.ts'
import type { Site, Teacher } from './world.fixture.ts'

const students = '/courses/11/students'

tellPeople('a teacher, by mouse and with JavaScript off,', byMouse, { userId: 204, name: 'Kaisa Mallikas 4' })

tellPeople('a teacher, by keyboard alone and with scripts,', byKeyboard, { userId: 206, name: 'Maija Näyte 6' })

describeInBrowser('a text to a student', () => {
  it('of which two people change the language and the words at once has both', async ({
    site,
    teacher,
    graded: _with104,
  }) => {
    const { id, path } = await begun(teacher, 207)
    const [mine, theirs] = await Promise.all([site.signedIn(101), site.signedIn(104)])
    for (const page of [mine, theirs]) await page.goto(site.url + path)
    await theirs.getByRole('combobox', { name: 'Language' }).selectOption('en')
    await press(theirs, 'Save')
    await textOn(mine).fill('Mine.')
    await press(mine, 'Save')
    expect((await teacher.getFeedback({ params: { id } })).body).toMatchObject({ language: 'en', body: 'Mine.' })
    await textOn(theirs).fill('Theirs.')
    await press(theirs, 'Save')
    expect(await theirs.getByText('Now: Mine.').count()).toBe(1)
    expect(await textOn(theirs).inputValue()).toBe('Theirs.')
    await theirs.locator('#refused').getByRole('link').click()
    expect(await theirs.locator('#refused').innerText()).toContain('Theirs.')
    for (const page of [mine, theirs]) await page.context().close()
  })

  it('is there after the session ended while it was written', async ({ site, teacher }) => {
    const { id, path } = await begun(teacher, 208)
    const page = await site.signedIn(101)
    await page.goto(site.url + path)
    await textOn(page).fill('\nA long text.')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await press(page, 'Save')
    expect(await page.getByRole('alert').innerText()).toContain('Your session has ended')
    await page.context().addCookies(cookies)
    await press(page, 'Send again')
    expect((await teacher.getFeedback({ params: { id } })).body.body).toBe('\nA long text.')
    await page.context().close()
  })
})

describeInBrowser('the pages of people', () => {
  it('are easy to use for everybody, in each language', { timeout: 120_000 }, async ({ site, teacher }) => {
    const { path } = await begun(teacher, 209)
    const page = await site.signedIn(101, { javaScriptEnabled: true, deviceScaleFactor: 2 })
    await withoutOwnScripts(page)
    const paths = [students, `${students}/209`, `${students}/209/erase`, `${path}?version=1`, `${path}/delete`]
    for (const each of paths) {
      await page.goto(site.url + each)
      if (each.startsWith(`${path}?`)) await preview(page)
      await isAccessible(page)
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await obstaclesOn(page)).toEqual([])
      await page.emulateMedia({ forcedColors: null })
    }
    await page.setViewportSize({ width: 390, height: 800 })
    for (const language of ['suomi', 'svenska', 'English']) {
      await press(page, language)
      for (const each of paths) {
        await page.goto(site.url + each)
        expect([each, await widthExcessOf(page)]).toEqual([each, []])
      }
    }
    await page.context().close()
  })

  it('tell graders nothing of anonymous work before its release', async ({ site, teacher }) => {
    const params = { courseId: 11, exerciseId: 1103 }
    const { body: list } = await teacher.listSubmissions({ params, query: { exerciseId: 1103, userId: 211 } })
    const path = `${students}/211`
    const works = list.items.map(({ submissionId }) => `/submissions/${submissionId}`)
    const shownTo = async (userId: number) => (await linksOn(site, userId, path)).filter((to) => works.includes(to))
    expect([works.length > 0, (await shownTo(103)).toSorted()]).toEqual([true, works.toSorted()])
    const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
    await teacher.putExerciseGrading({ params, body: { ...settings, anonymous: true }, ifMatch })
    expect([(await shownTo(101)).toSorted(), await shownTo(103)]).toEqual([works.toSorted(), []])
  })

  it('leave nothing that a browser reports', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})

const textOn = (page: Page) => page.getByRole('textbox', { name: 'Text' })

async function preview(page: Page): Promise<void> {
  await textOn(page).fill('| a | b |\n|---|---|\n| 1 | 2 |')
  await press(page, 'Preview')
}

async function begun(teacher: Teacher, userId: number): Promise<{ readonly id: string; readonly path: string }> {
  const { body } = await teacher.createFeedback({ params: { courseId: 11 }, body: { userId, language: 'fi' } })
  const { id } = body
  await teacher.patchFeedback({ params: { id }, query: { base: body.revision }, body: { body: 'Begun.' } })
  return { id, path: `/courses/11/feedback/${id}` }
}

async function linksOn(site: Site, userId: number, path: string): Promise<string[]> {
  const page = await site.signedIn(userId)
  await page.goto(site.url + path)
  const links = await page.getByRole('main').getByRole('link').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  await page.context().close()
  return targets.map(String)
}
