import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { annotate, fieldOf, goTo, it, retype, statusOf } from '../essays.fixture.ts'

describeInBrowser('two graders at once', () => {
  it('each have their own text, character by character', async ({ essays }) => {
    const both = await Promise.all([essays.open(101), essays.open(103)])
    const texts = ['By the teacher: äö €, 🎓.\n\n  Indented.', 'By the assistant: <b>&amp;</b> \\n "quoted".\n']
    await Promise.all(both.map(({ page }, index) => retype(page, 'Feedback', texts[index] ?? '')))
    for (const [index, { page, work }] of both.entries()) {
      await expect.poll(() => essays.stored(work)).toMatchObject({ body: texts[index] })
      await page.context().close()
    }
  })
})

describeInBrowser('a field that somebody else saved meanwhile', () => {
  it.for([
    ['Keep mine', 'Typed in the browser.'],
    ['Take theirs', 'Saved by the boundary.'],
  ] as const)('has both versions in groups by name, and %s decides', async ([button, expected], { essays }) => {
    const { page, work } = await essays.open(103)
    const elsewhere = await essays.sessionOf(103)
    await page.clock.pauseAt(Date.now() + 1_000)
    await retype(page, 'Feedback', 'Typed in the browser.')
    const query = { base: 1 }
    const [feedback, assessment] = [{ id: work.feedbackId }, { id: work.assessmentId }]
    await elsewhere.patchFeedback({ params: feedback, query, body: { body: 'Saved by the boundary.' } })
    await elsewhere.patchAssessment({ params: assessment, query, body: { privateNote: 'Another field.' } })
    await page.clock.resume()

    const conflict = page.getByRole('alert', { name: 'Both changed' }).getByRole('group', { name: 'Feedback' })
    const sides = ['Mine', 'Theirs'].map((name) => conflict.getByRole('group', { name, exact: true }).innerText())
    expect(await Promise.all(sides)).toEqual([
      expect.stringContaining('Typed in the browser.'),
      expect.stringContaining('Saved by the boundary.'),
    ])
    expect(await statusOf(page, 'Conflict').count()).toBe(1)
    expect(await essays.stored(work)).toMatchObject({ body: 'Saved by the boundary.', note: 'Another field.' })

    await page.getByRole('button', { name: button }).click()
    await statusOf(page, 'Saved').waitFor()
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(expected)
    await expect.poll(() => essays.stored(work)).toMatchObject({ body: expected, note: 'Another field.' })
    await page.context().close()
  })

  it('is emptied by theirs, also of a number that cannot be read', async ({ essays, site }) => {
    const work = await essays.take(103)
    const elsewhere = await essays.sessionOf(103)
    const params = { id: work.assessmentId }
    const adjustment = { points: 1.5, reason: 'Neat.' }
    await elsewhere.patchAssessment({ params, query: { base: 1 }, body: { adjustment } })
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    await goTo(page, work.url)
    const points = page.getByRole('group', { name: 'Adjustment' }).getByLabel('Points')
    const unreadable = page.locator('[name="adjustment/points"][aria-invalid]')
    await points.fill('')
    await points.pressSequentially('-')
    expect(await unreadable.count()).toBe(1)
    await elsewhere.patchAssessment({ params, query: { base: 2 }, body: { adjustment: null } })
    await retype(page, 'Private note', 'Beside it.')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => essays.stored(work)).toMatchObject({ note: 'Beside it.' })
    expect([await unreadable.count(), await points.inputValue()]).toEqual([0, ''])
    await page.context().close()
  })

  it('keeps no other field from being typed and saved', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    const elsewhere = await essays.sessionOf(103)
    const params = { id: work.feedbackId }
    await elsewhere.patchFeedback({ params, query: { base: 1 }, body: { body: 'Saved by the boundary.' } })
    await retype(page, 'Feedback', 'Typed in the browser.')
    await statusOf(page, 'Conflict').waitFor()
    await retype(page, 'Comment', 'Beside the conflict.')
    await annotate(page, 1, 'An annotation beside it.')
    await expect
      .poll(() => essays.stored(work))
      .toMatchObject({
        body: 'Saved by the boundary.',
        comment: 'Beside the conflict.',
        annotations: ['1: An annotation beside it.'],
      })
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe('Typed in the browser.')
    await page.context().close()
  })

  it('shows there what was saved of a field that is not typed in, and asks nothing', async ({ essays }) => {
    const { page, work } = await essays.open(103)
    const elsewhere = await essays.sessionOf(103)
    const params = { id: work.assessmentId }
    await elsewhere.patchAssessment({ params, query: { base: 1 }, body: { privateNote: 'From elsewhere.' } })
    await retype(page, 'Comment', 'Typed here.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await fieldOf(page, 'Private note').inputValue()).toBe('From elsewhere.')
    expect(await essays.stored(work)).toMatchObject({ comment: 'Typed here.', note: 'From elsewhere.' })
    await page.context().close()
  })
})

describeInBrowser('a submission that somebody else takes while the grader types', () => {
  it.for(['a teacher takes it over', 'the claim ends and another grader takes it'])(
    'leaves the text to copy on a page that is read-only: %s',
    async (how, { essays, teacher, world }) => {
      const { page, work } = await essays.open(103)
      await retype(page, 'Feedback', 'Saved before.')
      await expect.poll(() => essays.stored(work)).toMatchObject({ body: 'Saved before.' })
      // So that no save comes in between.
      await page.clock.pauseAt(Date.now() + 1_000)
      await page.keyboard.type(' Typed while it')
      if (how === 'a teacher takes it over') await teacher.takeOverClaim({ params: { id: work.assessmentId } })
      else {
        await world.query(`UPDATE assessment SET lease_until = now() - interval '1 minute' WHERE id = $1`, [
          work.assessmentId,
        ])
        await teacher.claimSubmission({ params: { submissionId: work.submissionId } })
      }
      await page.keyboard.type(' was taken.')
      await page.clock.resume()
      await page.getByText(/^Terry Teacher holds this submission now\..* The claim lasts until /).waitFor()
      const feedback = fieldOf(page, 'Feedback')
      expect(await feedback.getAttribute('readonly')).not.toBeNull()
      expect(await feedback.inputValue()).toBe('Saved before. Typed while it was taken.')
      expect(await page.getByRole('radio', { name: 'Clear functions' }).isDisabled()).toBe(true)
      expect(await page.getByRole('main').innerText()).not.toContain('Assia English holds')
      expect(await essays.stored(work)).toMatchObject({ holder: 101, body: 'Saved before.' })
      await page.context().close()
    },
  )

  it('has what could not be saved to copy, also in a browser that keeps nothing', async ({ essays, site, teacher }) => {
    const { page, work } = await essays.open(103)
    await teacher.takeOverClaim({ params: { id: work.assessmentId } })
    await retype(page, 'Feedback', 'Typed too late.')
    await page.getByText('Terry Teacher holds this submission now.').waitFor()
    const again = await site.signedIn(103, { javaScriptEnabled: true })
    await goTo(again, work.url)
    await again.getByText('Refused saves').click()
    const refused = again.getByRole('region', { name: /^Refused/ })
    await expect.poll(() => refused.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe('Typed too late.')
    for (const each of [page, again]) await each.context().close()
  })

  it('stays writable after its claim ended, as long as nobody else takes it', async ({ essays, world }) => {
    const { page, work } = await essays.open(103)
    await world.query(`UPDATE assessment SET lease_until = now() - interval '1 minute' WHERE id = $1`, [
      work.assessmentId,
    ])
    await retype(page, 'Feedback', 'Late, and saved.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await essays.stored(work)).toMatchObject({ body: 'Late, and saved.', holder: 103 })
    await page.context().close()
  })
})
