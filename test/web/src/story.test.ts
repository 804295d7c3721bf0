import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { fieldOf, it } from './essays.fixture.ts'
import { tellStory } from './story.fixture.ts'

tellStory('the main story, begun with a token', async (site, userId, options) => {
  const page = await site.signedIn(userId, options)
  await page.getByRole('link', { name: 'Programming 1' }).click()
  return page
})

describeInBrowser('the grading page with its script', () => {
  it('annotates the line that the keys are at, and no other', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await page.locator('.work-box [role=button]').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('a')
    await page.keyboard.type('Why?')
    await page.keyboard.press('Control+s')
    await expect.poll(() => essays.stored(work)).toMatchObject({ annotations: ['2: Why?'] })
    await page.context().close()
  })

  it('opens a folded comment by its button, to be typed into', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await page.getByRole('button', { name: 'Comment' }).first().click()
    await page.keyboard.type('By its button.')
    await page.keyboard.press('Control+s')
    await expect.poll(() => essays.stored(work)).toMatchObject({ comment: 'By its button.' })
    await page.context().close()
  })

  it('inserts the snippet that was asked for before it was found, and undoes nothing in another field', async ({
    essays,
    teacher,
  }) => {
    const text = 'Mind the margins.'
    const about = { scope: 'course', exerciseId: null, criterionId: null, points: null, label: 'Margins' } as const
    await teacher.createSnippet({ params: { courseId: 11 }, body: { ...about, text: { en: text, fi: text } } })
    const { page } = await essays.open(103)
    const feedback = fieldOf(page, 'Feedback')
    await feedback.fill('')
    await feedback.press('Control+k')
    await page.keyboard.type('Margi')
    await page.keyboard.press('Enter')
    await expect.poll(() => feedback.inputValue(), { timeout: 20_000 }).toBe(text)
    await feedback.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('another')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await feedback.press('Control+z')
    await expect.poll(() => feedback.inputValue(), { timeout: 20_000 }).toBe('')
    await page.context().close()
  })

  it('says what a key cannot do where a screen reader hears it', async ({ essays }) => {
    const { page } = await essays.open(103)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Control+k')
    await page.locator('[aria-live=polite]').filter({ hasText: /\S/ }).waitFor({ state: 'attached' })
    await page.context().close()
  })
})
