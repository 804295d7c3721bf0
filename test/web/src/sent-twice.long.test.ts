import { registerEssays } from '@course-grading/test-system/register-essays'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { essays, feedbackOn, inAnotherTab, press, storedOf, typedBy, unfold } from './grading.fixture.ts'
import { it as onSite, signIn } from './world.fixture.ts'

describeInBrowser('a form that is sent twice', () => {
  it.for(['Save', 'Hand back', 'Postpone', 'Complete and next'])(
    'by a second tab has one result, and loses no text: %s',
    async (button, { site, teacher }) => {
      const page = await typedBy(site, 103, `Typed before ${button}.`)
      const other = await inAnotherTab(page)
      for (const each of [page, other]) if (button === 'Postpone') await unfold(each, 'Postpone…')
      await press(page, button)
      const once = await storedOf(other, teacher)
      await press(other, button)
      expect(await storedOf(other, teacher)).toEqual(once)
      expect([once.text, await feedbackOn(other).inputValue()]).toEqual(Array(2).fill(`Typed before ${button}.`))
      await page.context().close()
    },
  )

  it('by reloading the page that named a gap is refused for the gap alone', async ({ site, teacher }) => {
    const page = await typedBy(site, 103, 'Not judged.')
    await page.getByRole('radio', { name: 'Not judged' }).check()
    await press(page, 'Complete and next')
    const [once, said] = [await storedOf(page, teacher), await page.getByRole('alert').innerText()]
    await page.reload()
    expect(said).toContain('Structure: not judged yet')
    expect(await page.getByRole('alert').innerText()).toBe(said)
    expect([await storedOf(page, teacher), await feedbackOn(page).inputValue()]).toEqual([once, 'Not judged.'])
    await page.context().close()
  })

  it('by a double click completes one submission, and takes one other', async ({ site, teacher }) => {
    const page = await typedBy(site, 101, 'Pressed twice.')
    const { id } = await storedOf(page, teacher)
    await page.getByRole('button', { name: 'Complete and next' }).dblclick()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${site.url}/grade/${id}`)
    expect(await storedOf(page, teacher)).toMatchObject({ state: 'completed', text: 'Pressed twice.' })
    await page.goto(`${site.url}/courses/11`)
    expect(await page.getByRole('region', { name: 'My work' }).getByRole('link').count()).toBeLessThanOrEqual(1)
    await page.context().close()
  })

  it('releases once: a second tab finds nothing to release', async ({ site, teacher }) => {
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${essays}/release`)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await press(page, 'Release')
    const { body: once } = await teacher.listDeliveries({ params: { courseId: 11 } })
    await press(other, 'Release')
    expect(await other.getByRole('main').innerText()).toContain('There is nothing to release.')
    expect((await teacher.listDeliveries({ params: { courseId: 11 } })).body).toEqual(once)
    await page.goBack()
    expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0)
    await page.context().close()
  })
})

describeInBrowser('a person who signs in over another', () => {
  it.for(['Save', 'Complete and next'])(
    'writes nothing of what the first one typed in another tab, and finds it to copy: %s',
    async (button, { site, teacher }) => {
      const page = await typedBy(site, 103, 'Typed by the first.')
      const before = await storedOf(page, teacher)
      const other = await page.context().newPage()
      await signIn(other, site.url, 101)
      const sent = page.waitForResponse((reply) => reply.request().method() === 'POST')
      await press(page, button)
      expect((await sent).status()).toBe(409)
      expect(await page.getByRole('alert').innerText()).toContain('Another person has signed in')
      expect(await page.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe('Typed by the first.')
      expect(await storedOf(page, teacher)).toEqual(before)
      await signIn(other, site.url, 103)
      await other.goto(page.url())
      await press(other, 'Hand back')
      await page.context().close()
    },
  )
})

const it = onSite.extend('more', { scope: 'file', auto: true }, ({ world }) =>
  registerEssays(world, [3035, 3037, 3038, 3039, 3040]),
)
