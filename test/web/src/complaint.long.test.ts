import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { it, type Teacher } from './world.fixture.ts'

interface Hand {
  readonly javaScriptEnabled: boolean
  readonly press: (page: Page, what: Locator) => Promise<void>
}

const byMouse = async (_page: Page, what: Locator): Promise<void> => what.click()

/** By the tab key, from where the page has the focus. */
async function byKeyboard(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  for (let stop = 0; (await what.and(page.locator(':focus')).count()) === 0; stop += 1) {
    if (stop === 300) throw new Error(`The tab key does not lead to ${String(what)}.`)
    await page.keyboard.press('Tab')
  }
  const isA = async (role: 'checkbox' | 'textbox') => (await what.and(page.getByRole(role)).count()) > 0
  if (await isA('checkbox')) await page.keyboard.press('Space')
  else if (!(await isA('textbox'))) await page.keyboard.press('Enter')
}

/** Ten points of twenty, released. */
async function grade(teacher: Teacher, submissionId: number): Promise<void> {
  const { body: claimed } = await teacher.claimSubmission({ params: { submissionId } })
  const params = { id: claimed.id }
  const body = { scores: { structure: { levelId: 'good' } } }
  const { etag: ifMatch } = await teacher.patchAssessment({ params, query: { base: claimed.revision }, body })
  await teacher.completeAssessment({ params, ifMatch })
  await teacher.releaseGrades({ params: { courseId: 11, exerciseId: 1103 } })
}

describeInBrowser('a teacher answers a complaint', () => {
  it.for<[how: string, student: number, letters: string, hand: Hand]>([
    ['by mouse', 201, 'eer', { javaScriptEnabled: true, press: byMouse }],
    ['by keyboard alone', 202, 'ilo', { javaScriptEnabled: true, press: byKeyboard }],
    ['without scripts', 203, 'jon', { javaScriptEnabled: false, press: byMouse }],
  ])(
    'from the submissions of the course to what the student reads: %s',
    { timeout: 300_000 },
    async ([_how, student, letters, hand], { site, teacher }) => {
      await grade(teacher, 2_830 + student)
      const page = await site.signedIn(101, { javaScriptEnabled: hand.javaScriptEnabled })
      await page.goto(`${site.url}/courses/11`)
      const pages = [new URL(page.url()).pathname]
      page.on('framenavigated', (frame) => {
        // A page that is drawn again is the same one.
        const { pathname } = new URL(frame.url())
        if (pathname !== pages.at(-1)) pages.push(pathname)
      })
      const press = (what: Locator) => hand.press(page, what)
      const follow = async (what: Locator) => {
        const before = page.url()
        await press(what)
        await page.waitForURL(({ href }) => href !== before)
      }
      const type = async (name: string, text: string) => {
        await press(page.getByRole('textbox', { name, exact: true }))
        await page.keyboard.press('Control+A')
        await page.keyboard.type(text)
      }

      await follow(page.getByRole('link', { name: 'Submissions', exact: true }))
      await type('Filter by name', letters)
      await page.keyboard.press('Enter')
      await page.waitForURL(/[?&]q=/)
      await follow(page.getByRole('row', { name: 'Released' }).getByRole('link'))
      expect(
        await page.getByRole('region', { name: 'History' }).or(page.getByText('released it')).innerText(),
      ).toContain('released it')
      await press(page.locator('summary', { hasText: 'About this work' }))
      if (hand.javaScriptEnabled) await page.getByRole('link', { name: 'attempt 1' }).waitFor()
      await follow(page.getByRole('link', { name: 'Delivery to A+' }))
      expect(await page.getByRole('main').innerText()).toContain('On its way')
      await page.goBack()
      await type('Reason', 'The tests were there.')
      await press(page.getByRole('button', { name: 'Reopen' }))
      await page.getByRole('button', { name: 'Complete and next' }).waitFor()
      await type('Feedback', `You are right, ${student}.`)
      await press(page.getByRole('checkbox', { name: 'Has tests' }))
      await follow(page.getByRole('button', { name: 'Complete and next' }))
      await follow(page.getByRole('link', { name: '1.3 Essay program' }))
      await follow(page.getByRole('link', { name: 'Release grades' }))
      await press(page.getByRole('button', { name: 'Release', exact: true }))
      await page.waitForURL(/released=1/)
      expect(pages.length, pages.join(' ')).toBeLessThanOrEqual(8)
      await page.context().close()

      const reading = await site.signedIn(student)
      await reading.getByRole('link', { name: 'My feedback' }).click()
      await reading.getByRole('main').getByRole('link', { name: 'Essay program' }).first().click()
      const text = await reading.getByRole('main').innerText()
      for (const part of [`You are right, ${student}.`, '14 of 20']) expect(text).toContain(part)
      await reading.context().close()
      expect(site.faults).toEqual([])
    },
  )

  it('or withdraws from the student what was released, and publishes it again', async ({ site, teacher }) => {
    await grade(teacher, 3034)
    const reading = await site.signedIn(204)
    const isRead = async () => {
      await reading.goto(`${site.url}/feedback`)
      return (await reading.getByRole('main').getByRole('link', { name: 'Essay program' }).count()) > 0
    }
    const page = await site.signedIn(101, { javaScriptEnabled: true })
    await page.goto(`${site.url}/submissions/3034`)
    const seen = [await isRead()]
    for (const button of ['Withdraw from the student', 'Publish again']) {
      await page.locator('summary', { hasText: 'About this work' }).click()
      await page.getByRole('button', { name: button }).click()
      await page.getByText('Withdrawn: the student does not see it.').waitFor({
        state: button === 'Publish again' ? 'detached' : 'visible',
      })
      seen.push(await isRead())
    }
    expect(seen).toEqual([true, false, true])
    for (const each of [page, reading]) await each.context().close()
    expect(site.faults).toEqual([])
  })
})
