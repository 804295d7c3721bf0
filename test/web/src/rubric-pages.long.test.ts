import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { draftOf, fieldIn, holds, it, keptIn, untilSaid } from './rubric.fixture.ts'

const points = (page: Page) => fieldIn(page, '', 'Maximum')

describeInBrowser('a draft of a rubric that its script keeps', () => {
  it('is kept while something is to be mended, and named on each page of staff once its tab was closed', async ({
    site,
    drafted,
    editor,
    teacher,
  }) => {
    await points(editor).fill('ten')
    await untilSaid(editor, 'Kept in this browser: 1 thing to mend')
    const page = await editor.context().newPage()
    await editor.close()
    await page.goto(site.url)
    await page.getByRole('status').getByRole('link', { name: 'Essays' }).click()
    await holds(points(page), 'ten')
    await points(page).fill('10')
    await untilSaid(page, /^Saved$/)
    expect([await draftOf(teacher, drafted), await keptIn(page)]).toMatchObject([{ maxPoints: 10 }, []])
  })

  it('arrives where the page is left right after the last key', async ({ drafted, editor, teacher }) => {
    await points(editor).fill('11')
    await editor.getByRole('link', { name: 'Course grading' }).click()
    await expect.poll(async () => (await draftOf(teacher, drafted))?.maxPoints).toBe(11)
    await expect.poll(() => keptIn(editor)).toEqual([])
  })

  it('is sent again by itself, once, where the reply to it was lost', async ({ drafted, editor, teacher }) => {
    await editor.route('**/draft', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await points(editor).fill('12')
    await untilSaid(editor, 'Offline')
    await points(editor).fill('13')
    await editor.unrouteAll()
    await untilSaid(editor, /^Saved$/)
    expect((await draftOf(teacher, drafted))?.maxPoints).toBe(13)
  })

  it('is written in one tab, until another one goes on with it', async ({ drafted, editor, teacher }) => {
    const other = await editor.context().newPage()
    await other.goto(editor.url())
    const notice = other.getByRole('alert').filter({ hasText: 'Another tab has this rubric open' })
    await notice.waitFor()
    await points(editor).fill('ten')
    await other.getByRole('button', { name: 'Go on here' }).click()
    await holds(points(other), 'ten')
    await editor.getByRole('alert').waitFor()
    expect(await editor.locator('[inert]').getByText('Maximum').count()).toBe(1)
    await points(other).fill('14')
    await untilSaid(other, /^Saved$/)
    expect((await draftOf(teacher, drafted))?.maxPoints).toBe(14)
  })

  it('that is not saved asks before a sign-out', async ({ editor }) => {
    await points(editor).fill('ten')
    const asked = editor.waitForEvent('dialog')
    const pressed = editor.getByRole('button', { name: 'Sign out' }).click()
    const question = await asked
    await question.dismiss()
    await pressed
    expect(question.message()).toMatch('not saved yet')
  })
})
