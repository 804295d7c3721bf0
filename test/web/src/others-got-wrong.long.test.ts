import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { annotate, fieldOf, isLive, it, retype, statusOf, untilNext } from './essays.fixture.ts'
import { unfold } from './grading.fixture.ts'

describeInBrowser('the text of one student', () => {
  it('never comes into the next one, however late its save is answered', async ({ essays }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    const { promise: late, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/wording', async (route) => {
      await late
      await route.continue()
    })
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await retype(page, 'Feedback', 'Of the first.')
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.keyboard.type('xyz')
    await fieldOf(page, 'Feedback').press('x')
    answer()
    await untilNext(page, work)
    await page.keyboard.type('xyz')
    const next = await essays.at(page)
    const { body } = await essays.stored(next)
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(body)
    expect(body).toMatch(/^Hei /)
    expect(await essays.stored(work)).toMatchObject({ state: 'completed', body: 'Of the first.' })
    await page.context().close()
  })

  it('is not brought back into the next one by undoing, by the preview or by the note of postponing', async ({
    essays,
  }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await unfold(page, 'Postpone…')
    await page.getByRole('textbox', { name: 'Why later' }).fill('Of the first.')
    await retype(page, 'Feedback', 'Of the first.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Of the first.').waitFor()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    const body = await fieldOf(page, 'Feedback').inputValue()
    await fieldOf(page, 'Feedback').focus()
    for (let times = 1; times <= 3; times += 1) await page.keyboard.press('Control+z')
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(body)
    expect(await page.getByRole('main').innerText()).not.toContain('Of the first.')
    await unfold(page, 'Postpone…')
    expect(await page.getByRole('textbox', { name: 'Why later' }).inputValue()).toBe('')
    await page.context().close()
  })
})

describeInBrowser('a page whose every text a browser has translated', () => {
  it('shows the next student, how saving stands, what is missing and the total as they are', async ({ essays }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.evaluate(translate)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.getByRole('alert').getByText('Structure').waitFor()
    await page.getByRole('radio', { name: 'Partly structured' }).click()
    await savedOn(page)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    await annotate(page, 2, 'Of the second.')
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('checkbox', { name: 'Has tests' }).click()
    await savedOn(page)
    const translated = await shownOn(page)
    await page.reload()
    await isLive(page)
    expect(translated).toEqual(await shownOn(page))
    await page.context().close()
  })
})

/** What translators of browsers do: a text node gives way to elements, at first and whenever one comes. */
const translate = `{
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) found.push(walker.currentNode)
    return root.nodeType === Node.TEXT_NODE ? [root] : found
  }
  const wrap = (text) => {
    if (text.parentElement?.closest('font, [translate=no], script, style, textarea, option') !== null || !text.data.trim()) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstChild.textContent = text.data
    text.replaceWith(font)
  }
  texts(document.body).forEach(wrap)
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).flatMap(texts).forEach(wrap))
    .observe(document.body, { subtree: true, childList: true })
}`

/** All of how saving stands, since a text that stays behind stands beside it. */
const savedOn = (page: Page) =>
  expect.poll(() => page.locator('.save-state').innerText(), { timeout: 15_000 }).toMatch(/^Saved \d+:\d\d\s[AP]M$/)

const shownOn = (page: Page): Promise<string[]> =>
  Promise.all(
    ['h1', 'header > p', '.judging', '.total', '.buttons', '.note'].map((part) =>
      page.locator(`#grading ${part}`).first().innerText(),
    ),
  )

describeInBrowser('Complete and next', () => {
  it('pressed twice completes one, also where the next one is judged already', async ({ essays }) => {
    await essays.clearQueue()
    const { page, work } = await essays.open(101)
    const judged = await essays.take(101)
    const teacher = await essays.sessionOf(101)
    const params = { id: judged.assessmentId }
    const body = { scores: { structure: { levelId: 'good' } } }
    await teacher.patchAssessment({ params, query: { base: 1 }, body })
    await teacher.releaseClaim({ params })
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await statusOf(page, /^Saved \d/).waitFor()
    await page.getByRole('button', { name: 'Complete and next' }).dblclick({ delay: 150 })
    await untilNext(page, work)
    expect(page.url()).toBe(judged.url)
    await page.getByRole('button', { name: 'Line 1', exact: true }).first().waitFor()
    expect(await essays.stored(work)).toMatchObject({ state: 'completed' })
    expect(await essays.stored(judged)).toMatchObject({ state: 'in_progress' })
    await page.context().close()
  })

  it('keeps the place in the work and how much room it has', async ({ essays }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.setViewportSize({ width: 1_366, height: 768 })
    await page.getByRole('button', { name: 'Columns: equal' }).click()
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('button', { name: 'Line 60', exact: true }).scrollIntoViewIfNeeded()
    const before = await placeOf(page)
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    await page.getByRole('button', { name: 'Line 60', exact: true }).waitFor()
    expect(before).toBeGreaterThan(100)
    await expect.poll(() => placeOf(page)).toBe(before)
    await page.getByRole('button', { name: 'Columns: the work wider' }).waitFor()
    await page.context().close()
  })
})

describeInBrowser('Previous', () => {
  it('saves first, both what is judged and what is written', async ({ essays }) => {
    await essays.handIn(1)
    const { page, work } = await essays.open(103)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await untilNext(page, work)
    const next = await essays.at(page)
    await page.getByRole('radio', { name: 'Partly structured' }).click()
    await retype(page, 'Feedback', 'Typed, and left at once.')
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.waitForURL(work.url)
    await expect.poll(() => essays.stored(next)).toMatchObject({ level: 'partly', body: 'Typed, and left at once.' })
    await page.context().close()
  })
})

describeInBrowser('an annotation', () => {
  it('does not hide the code: all are folded to marks, and open again for the next that is begun', async ({
    essays,
  }) => {
    const { page } = await essays.open(103)
    await page.setViewportSize({ width: 1_366, height: 768 })
    for (const line of [1, 2, 3]) await annotate(page, line, `About line ${line}.`)
    const fold = page.getByRole('button', { name: 'Fold annotations' })
    await fold.click()
    expect(await fold.getAttribute('aria-pressed')).toBe('true')
    const texts = page.getByRole('textbox', { name: /^Annotation of/ })
    expect(await texts.count()).toBe(0)
    const [first, fourth] = [await boxOf(page, 'Line 1'), await boxOf(page, 'Line 4')]
    expect(fourth.y - first.y).toBeLessThan(4 * first.height)
    await annotate(page, 4, 'About line 4.')
    expect(await texts.count()).toBe(4)
    expect(await texts.last().inputValue()).toBe('About line 4.')
    await page.context().close()
  })
})

describeInBrowser('what is missing', () => {
  it('of an annotation is named by the title of the field that it is about', async ({ essays }) => {
    const { page } = await essays.open(103)
    await page.getByRole('radio', { name: 'Clear functions' }).click()
    await page.getByRole('button', { name: 'Line 1', exact: true }).first().click()
    await page.keyboard.type('aWhy?')
    await statusOf(page, /^Saved \d/).waitFor()
    await retype(page, 'Annotation of Your essay, line 1', '')
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Complete and next' }).click()
    await page.getByRole('alert').filter({ hasText: 'Annotation of Your essay, line 1: It needs a text' }).waitFor()
    await page.context().close()
  })
})

describeInBrowser('Esc', () => {
  it.for(['Feedback', 'Comment', 'Private note'])('discards nothing of what is typed: %s', async (name, { essays }) => {
    const { page } = await essays.open(103)
    await retype(page, name, 'Half a thought')
    await page.keyboard.press('Escape')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await fieldOf(page, name).inputValue()).toBe('Half a thought')
    await page.context().close()
  })
})

describeInBrowser('a level', () => {
  it.for<[string, (page: Page) => Promise<void>]>([
    ['by Clear', (page) => page.getByRole('button', { name: 'Clear' }).click()],
    ['by its key', (page) => page.keyboard.press('3')],
  ])('that was chosen can be taken back: %s', async ([_how, takeBack], { essays }) => {
    const { page, work } = await essays.open(103)
    const level = page.getByRole('radio', { name: 'Clear functions' })
    await level.click()
    await expect.poll(() => essays.stored(work)).toMatchObject({ level: 'good' })
    await takeBack(page)
    await expect.poll(() => essays.stored(work)).toMatchObject({ level: null })
    expect(await level.isChecked()).toBe(false)
    await page.context().close()
  })

  it('beyond the tenth is reached by keyboard, and by mouse', async ({ essays, teacher }) => {
    const params = { courseId: 11, exerciseId: 1103 }
    const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
    const { body: rubric } = await teacher.createRubric({ params, body: { document: twelveLevels } })
    await teacher.publishRubric({ params: { rubricId: rubric.rubricId }, ifMatch: '"1"' })
    await teacher.putExerciseGrading({ params, body: { ...settings, rubricId: rubric.rubricId }, ifMatch })
    const { page, work } = await essays.open(103)
    await page.keyboard.press('j')
    await page.keyboard.press('0')
    expect(await page.getByRole('radio', { name: 'Level 10' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Level 10' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect.poll(() => essays.stored(work)).toMatchObject({ level: 'l12' })
    await page.getByRole('radio', { name: 'Level 11' }).click()
    await expect.poll(() => essays.stored(work)).toMatchObject({ level: 'l11' })
    await page.context().close()
    const { etag } = await teacher.getExerciseGrading({ params })
    await teacher.putExerciseGrading({ params, body: settings, ifMatch: etag })
  })
})

describeInBrowser('the feedback', () => {
  it('is reached at 1,366 × 768, with Complete and next in sight', async ({ essays }) => {
    const { page } = await essays.open(103)
    await page.setViewportSize({ width: 1_366, height: 768 })
    const feedback = fieldOf(page, 'Feedback')
    // Is refused where something else lies above it.
    await feedback.click()
    for (const box of [await feedback.boundingBox(), await boxOf(page, 'Complete and next')]) {
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(768)
    }
    await page.context().close()
  })
})

/** How far the work is scrolled. */
const placeOf = (page: Page) => page.evaluate<number>(`document.querySelector('.work-box').scrollTop`)

async function boxOf(page: Page, button: string) {
  const box = await page.getByRole('button', { name: button, exact: true }).last().boundingBox()
  if (box === null) throw new Error(`${button} is not seen`)
  return box
}

const twelveLevels = {
  title: { en: 'Twelve levels', fi: 'Kaksitoista tasoa' },
  maxPoints: 12,
  startingPoints: 0,
  rounding: 'none' as const,
  criteria: [
    {
      id: 'structure',
      title: { en: 'Structure', fi: 'Rakenne' },
      required: true,
      commentRequired: false,
      visibleToStudent: true,
      kind: 'levels' as const,
      levels: Array.from({ length: 12 }, (_, index) => ({
        id: `l${index + 1}`,
        title: { en: `Level ${index + 1}`, fi: `Taso ${index + 1}` },
        points: index + 1,
        commentRequired: false,
      })),
    },
  ],
}
