import { registerEssays } from '@course-grading/test-system/register-essays'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { essays, feedbackOn, press, storedOf, typedBy } from './grading.fixture.ts'
import { it as onSite } from './world.fixture.ts'

describeInBrowser('going back', () => {
  it('after a save shows what was saved, and sends nothing', async ({ site, teacher }) => {
    const page = await typedBy(site, 102, 'Saved.')
    await press(page, 'Save')
    const { revision } = await storedOf(page, teacher)
    await page.goBack()
    expect(await feedbackOn(page).inputValue()).toBe('Saved.')
    expect(await page.getByRole('radio', { name: 'Clear functions' }).isChecked()).toBe(true)
    expect(await storedOf(page, teacher)).toMatchObject({ revision, text: 'Saved.' })
    await page.context().close()
  })

  it('after completing shows the completed page, which cannot be sent again', async ({ site, teacher }) => {
    const page = await typedBy(site, 103, 'Completed.')
    await press(page, 'Complete and next')
    const { body: before } = await teacher.listOpenClaims({ params: { courseId: 11 } })
    await page.goBack()
    expect(await storedOf(page, teacher)).toMatchObject({ state: 'completed', text: 'Completed.' })
    expect(await feedbackOn(page).inputValue()).toBe('Completed.')
    expect(await page.getByRole('button', { name: 'Complete and next' }).count()).toBe(0)
    expect((await teacher.listOpenClaims({ params: { courseId: 11 } })).body).toEqual(before)
    await page.context().close()
  })

  it('never sends an older text in the place of a newer one that nobody saw', async ({ site, teacher }) => {
    const page = await typedBy(site, 101, 'The older text.')
    await press(page, 'Save')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await feedbackOn(other).fill('The newer text.')
    await press(other, 'Save')
    await page.goBack()
    await press(page, 'Save')
    const { text } = await storedOf(page, teacher)
    expect(`${text} ${await page.getByRole('main').innerText()}`).toContain('The newer text.')
    await page.context().close()
  })
})

describeInBrowser('an address', () => {
  it.for(['waiting', 'in_progress', 'completed', 'released'])(
    'of a list shows the same rows to another person: %s',
    async (state, { site }) => {
      const [first, second] = [await site.signedIn(101), await site.signedIn(103)]
      const rows = await Promise.all(
        [first, second].map(async (page) => {
          await page.goto(`${site.url}${essays}?state=${state}`)
          return await page.getByRole('rowheader').allInnerTexts()
        }),
      )
      expect(rows[0]).toEqual(rows[1])
      for (const page of [first, second]) await page.context().close()
    },
  )

  it('of further rows shows them to another person, and the way back is that of the browser', async ({ site }) => {
    const page = await site.signedIn(102)
    await page.goto(`${site.url}${essays}?state=waiting`)
    const first = await page.getByRole('main').innerText()
    await page.getByRole('link', { name: 'Next 50' }).click()
    const further = await page.getByRole('table').innerText()
    expect(first).not.toContain(further)
    const other = await site.signedIn(103)
    await other.goto(page.url())
    expect(await other.getByRole('table').innerText()).toBe(further)
    await page.goBack()
    expect(await page.getByRole('main').innerText()).toBe(first)
    for (const each of [page, other]) await each.context().close()
  })

  it('of a grading page is read-only for another grader', async ({ site }) => {
    const page = await typedBy(site, 102, 'Mine.')
    const grader = await site.signedIn(103)
    await grader.goto(page.url())
    expect(await grader.getByRole('main').innerText()).toContain('Read only: Assi Suomenkielinen')
    expect(await grader.locator('main').locator(fields).count()).toBe(0)
    for (const each of [page, grader]) await each.context().close()
  })

  it.for(['the queue', 'the release', 'a grading page'])(
    'of staff is no page of a student: %s',
    async (which, { site }) => {
      const page = await site.signedIn(101)
      await page.goto(`${site.url}${essays}${which === 'the release' ? '/release' : ''}`)
      if (which === 'a grading page') await press(page, 'Grade next')
      const student = await site.signedIn(201)
      expect((await student.goto(page.url()))?.status()).toBe(404)
      expect(await student.getByRole('alert').innerText()).toBe('There is no such page, or you may not see it.')
      for (const each of [page, student]) await each.context().close()
    },
  )

  it('leads whoever has not signed in there by the sign-in', async ({ site }) => {
    const page = await site.newPage()
    await page.goto(`${site.url}${essays}?state=completed`)
    await page.getByRole('textbox', { name: 'API token' }).fill('0066'.repeat(10))
    await press(page, 'Sign in')
    expect(page.url()).toBe(`${site.url}${essays}?state=completed`)
    await page.context().close()
  })
})

const fields = ':is(input, textarea, select):not([readonly], :disabled)'

/** More submissions than a page of the queue has, of people whom each grader may grade. */
const it = onSite.extend('many', { scope: 'file', auto: true }, async ({ world, teacher }) => {
  const params = { courseId: 11, exerciseId: 1103 }
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
  await teacher.putExerciseGrading({ params, body: { ...settings, attempts: 'all' }, ifMatch })
  const submissions = Array.from({ length: 60 }, (_, number) =>
    world.upstream.world.addSubmission({
      exerciseId: params.exerciseId,
      submitterIds: [201 + 2 * (number % 15)],
      language: 'fi',
      answers: [['answer', 'Teksti']],
    }),
  )
  await registerEssays(
    world,
    submissions.map(({ id }) => id),
  )
})
