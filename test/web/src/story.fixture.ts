import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it, type Site } from './world.fixture.ts'

/** Leads to the front page of the course. */
type EnterCourse = (site: Site, userId: number, options?: Parameters<Site['newPage']>[0]) => Promise<Page>

/** The main story, without scripts. Its tests are a sequence: each continues where the one before it stopped. */
export const tellStory = (title: string, enterCourse: EnterCourse): void =>
  describeInBrowser(title, () => {
    it('a grader takes a submission, sees what is missing, and completes it', async ({ site }) => {
      const page = await enterCourse(site, 102)
      await page.getByRole('link', { name: 'Essay program' }).click()
      await page.getByRole('button', { name: 'Grade next' }).click()
      await page.getByRole('textbox', { name: 'Feedback' }).fill(body)
      await page.getByRole('button', { name: 'Complete and next' }).click()
      expect(await page.getByRole('alert').innerText()).toContain('Structure: not judged yet')
      expect(await page.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe(body)
      await page.getByRole('radio', { name: 'Clear functions' }).check()
      graded = await page.getByRole('heading', { level: 1 }).innerText()
      const address = page.url()
      await page.getByRole('button', { name: 'Complete and next' }).click()
      expect(page.url()).not.toBe(address)
    })

    it('a save in a second tab that meets another one keeps both texts', async ({ site }) => {
      const first = await enterCourse(site, 101)
      await first.goto(`${site.url}/courses/11/exercises/1103`)
      await first.getByRole('button', { name: 'Grade next' }).click()
      const second = await first.context().newPage()
      await second.goto(first.url())
      await save(first, 'of the first tab')
      await save(second, 'of the second tab')
      expect(await second.getByRole('alert').innerText()).toMatch(/of the second tab[^]*of the first tab/)
      await second.getByRole('button', { name: 'Save' }).click()
      await first.goto(first.url())
      expect(await first.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe('of the second tab')
    })

    it('a teacher releases what was completed', async ({ site }) => {
      const page = await enterCourse(site, 101, { colorScheme: 'dark' })
      await page.goto(`${site.url}/courses/11/exercises/1103`)
      await page.getByRole('link', { name: 'Release grades' }).click()
      expect(await page.getByRole('rowheader', { name: graded }).count()).toBe(1)
      await page.getByRole('button', { name: 'Release' }).click()
      expect(await page.getByRole('main').innerText()).toContain('There is nothing to release.')
    })

    it('the student reads points and feedback, in one piece with the text that was typed', async ({ site }) => {
      const page = await enterCourse(site, userNamed(graded), { viewport: { width: 390, height: 800 } })
      await page.getByRole('link', { name: 'My feedback' }).click()
      await page.getByRole('main').getByRole('link', { name: 'Essay program' }).first().click()
      const text = await page.getByRole('main').innerText()
      for (const part of ['10 of 20', 'Rakenne: Selkeät funktiot', '<script>canary()</script>'])
        expect(text).toContain(part)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.goto(`${site.url}/feedback`)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in')
    })

    it('leaves nothing that a browser reports, and no request to another site', ({ site }) => {
      expect(site.faults).toEqual([])
    })
  })

const body = 'Well structured.\n\nSee the *second* part. <script>canary()</script>'
let graded = ''

/** By what stands on the page alone: the demo's students have their number in their name. */
const userNamed = (names: string): number => 200 + Number(/\d+/.exec(names)?.[0])

async function save(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Feedback' }).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
}
