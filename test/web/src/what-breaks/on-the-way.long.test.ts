import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { annotate, fieldOf, it, retype, statusOf, untilNext } from '../essays.fixture.ts'
import { unfold } from '../grading.fixture.ts'

describeInBrowser('a while offline', () => {
  it('is shown, typing goes on, and everything is saved by itself afterwards', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    await retype(page, 'Feedback', 'Before. ')
    await page.context().setOffline(true)
    await page.keyboard.type('While it is away: ')
    await statusOf(page, 'Offline').waitFor()
    for (let minute = 1; minute <= 5; minute += 1) await page.keyboard.type(`${minute}, äö €. `)
    await retype(page, 'Comment', 'Another field.')
    await annotate(page, 2, 'An annotation.')
    expect(await statusOf(page, 'Offline').count()).toBe(1)
    await page.context().setOffline(false)
    await statusOf(page, /^Saved \d/).waitFor()
    const body = 'Before. While it is away: 1, äö €. 2, äö €. 3, äö €. 4, äö €. 5, äö €. '
    expect(await essays.stored(work)).toMatchObject({
      body,
      comment: 'Another field.',
      annotations: ['2: An annotation.'],
    })
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(body)
    await page.context().close()
  })

  it('refuses to complete and says why, and completes once it is back', async ({ essays }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.getByRole('alert').filter({ hasText: 'Not completed' }).waitFor()
    await retype(page, 'Feedback', 'Typed after the refusal.')
    await page.context().setOffline(false)
    await statusOf(page, /^Saved \d/).waitFor()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    expect(await essays.stored(work)).toMatchObject({ state: 'completed', body: 'Typed after the refusal.' })
    await page.context().close()
  })
})

describeInBrowser('an answer that never came', () => {
  it.for(['before the request arrived', 'after it'])(
    'to a save goes on in silence, with every field as it was typed: %s',
    async (when, { essays }) => {
      const { page, work } = await essays.open(103)
      const lost = [
        await loseAnswer(page, '**/wording', when === 'after it'),
        await loseAnswer(page, '**/judgement', when === 'after it'),
      ]
      await retype(page, 'Feedback', 'Typed, ')
      await annotate(page, 1, 'noted, ')
      await retype(page, 'Comment', 'and said.')
      await page.getByRole('group', { name: 'Structure' }).getByRole('button', { name: 'Insert comment' }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await page.getByRole('radio', { name: 'Partly structured' }).click()
      for (const untilLost of lost) await untilLost()
      await fieldOf(page, 'Feedback').press('Control+End')
      await page.keyboard.type('and typed on.')
      await statusOf(page, /^Saved \d/).waitFor()
      expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0)
      const comment = await fieldOf(page, 'Comment').inputValue()
      expect(comment).toMatch(/^and said\. ./)
      expect(await essays.stored(work)).toMatchObject({
        body: 'Typed, and typed on.',
        annotations: ['1: noted, '],
        level: 'partly',
        comment,
      })
      await page.context().close()
    },
  )

  it('to points and an adjustment, which the server writes its own way, is no conflict', async ({ essays }) => {
    const { page } = await essays.open(103)
    const untilLost = await loseAnswer(page, '**/judgement', true)
    await unfold(page)
    const adjustment = page.getByRole('group', { name: 'Adjustment' })
    await adjustment.getByRole('textbox', { name: 'Points' }).fill('1.50')
    await adjustment.getByRole('textbox', { name: 'Reason' }).fill('A good idea.')
    await untilLost()
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0)
    await page.context().close()
  })

  it.for(['before the request arrived', 'after it'])(
    'to a completion completes once and goes on to the next: %s',
    async (when, { essays, teacher }) => {
      await essays.handIn(1)
      const { page, work } = await essays.open(103)
      await retype(page, 'Feedback', 'Completed once.')
      await page.getByRole('radio', { name: 'Clear functions' }).click()
      const untilLost = await loseAnswer(page, '**/complete', when === 'after it')
      await page.getByRole('button', { name: 'Complete and next' }).click()
      await untilLost()
      await untilNext(page, work)
      await page.getByText('10 of 20.').first().waitFor()
      expect(await essays.stored(work)).toMatchObject({ state: 'completed', body: 'Completed once.' })
      const { body: history } = await teacher.listAssessmentHistory({ params: { id: work.assessmentId } })
      expect(history.items.filter(({ event }) => event === 'completed')).toHaveLength(1)
      await page.context().close()
    },
  )

  it('to the next one takes one submission, without a press more', async ({ essays }) => {
    await essays.handIn(2)
    const { page, work } = await essays.open(101)
    const grader = await essays.sessionOf(101)
    const { body: before } = await grader.listMyClaims({})
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    const untilLost = await loseAnswer(page, '**/next', true)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilLost()
    await untilNext(page, work)
    const { body: after } = await grader.listMyClaims({})
    expect(after.items).toHaveLength(before.items.length)
    await page.context().close()
  })
})

/** Of the next request there, whether or not that arrives. Returns what waits for that moment. */
async function loseAnswer(page: Page, path: string, arrives: boolean): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const lose = async (route: Route): Promise<void> => {
    if (arrives) await route.fetch()
    await route.abort()
    resolve()
  }
  await page.route(path, lose, { times: 1 })
  return () => promise
}
