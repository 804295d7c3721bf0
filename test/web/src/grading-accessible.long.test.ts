import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { annotate, fieldOf, goTo, statusOf, type TakenWork } from './essays.fixture.ts'
import { type Grader, it } from './grader.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { announcedOn, focusedOn, fromFirst, pressAll, wholeOf } from './scripted-page.fixture.ts'
import type { Teacher } from './world.fixture.ts'
import { unfold } from './grading.fixture.ts'

type Prepare = (page: Page, work: TakenWork, grader: Grader, teacher: Teacher) => Promise<unknown>

describeInBrowser('the grading page with its script is easy to use for everybody', () => {
  it.for<[state: string, prepare: Prepare]>([
    ['with annotations of each kind', annotateByAll],
    ['with the list of comments', (page) => fromFirst(page, 'c Control+k')],
    ['with the list of keys', (page) => pressAll(page, '?')],
    ['with a preview', (page) => page.getByRole('button', { name: 'Preview' }).click()],
    ['with something missing', (page) => page.getByRole('button', { name: 'Complete and next' }).click()],
    ['with a conflict', conflict],
    ['offline', (page) => goOffline(page)],
    ['in a second tab', inSecondTab],
    ['after a completion', completeOne],
    ['completed', readCompleted],
    ['handed back', handBack],
    ['held by another person', readHeld],
  ])('%s', { timeout: 180_000 }, async ([, prepare], { grader, essays, teacher }) => {
    const { page, work } = await grader.open()
    await essays.handIn(1)
    await prepare(page, work, grader, teacher)
    const [shown = page] = page.context().pages().slice(-1)
    await isAccessible(shown)
    await shown.context().setOffline(false)
    for (const each of page.context().pages().slice(1)) await each.close()
  })
})

describeInBrowser('a screen reader', () => {
  it('is told of a while offline and of its end, and not of each save', async ({ grader }) => {
    const { page } = await grader.open()
    await fieldOf(page, 'Feedback').fill('Saved by itself.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await announcedOn(page).innerText()).toBe('')
    expect(await page.getByRole('status').getAttribute('aria-live')).toBe('off')
    await goOffline(page)
    await expect.poll(() => announcedOn(page).innerText()).toBe('Offline')
    await page.context().setOffline(false)
    await expect.poll(() => announcedOn(page).innerText()).toBe('Saved again.')
    await page.close()
  })

  it('is told of a conflict and of its end', async ({ grader }) => {
    const { page, work } = await grader.open()
    await conflict(page, work, grader)
    await expect.poll(() => announcedOn(page).innerText()).toBe('Conflict')
    await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await expect.poll(() => announcedOn(page).innerText()).toBe('Saved again.')
    expect(await focusedOn(page)).toBe('textbox "Feedback"')
    await page.close()
  })

  it('hears the work that was asked for again, by its heading, and that it did not come', async ({
    grader,
    essays,
  }) => {
    await essays.handIn(1)
    const { page, work } = await grader.open()
    await page.route('**/work?*', (route) => route.abort(), { times: 2 })
    await fromFirst(page, '3 Control+Enter')
    await page.waitForURL((url) => url.href !== work.url)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'cannot be loaded' }).waitFor()
    await expect.poll(() => focusedOn(page)).toBe('button "Try again"')
    await again.press('Enter')
    await expect.poll(() => focusedOn(page)).toMatch(/^heading "/)
    await page.close()
  })

  it('finds what was refused beside its field', async ({ grader, teacher }) => {
    const { page, work } = await grader.open()
    await annotate(page, 1, 'A remark.')
    await statusOf(page, /^Saved \d/).waitFor()
    const [refused] = Object.keys((await teacher.getFeedback({ params: { id: work.feedbackId } })).body.annotations)
    const fieldErrors = [{ path: `$.annotations.${refused}.body`, code: 'too_long' }]
    const json = { code: 'validation_failed', fieldErrors }
    await page.route('**/wording', (route) => route.fulfill({ status: 400, json }), { times: 1 })
    await page.keyboard.type(' More of it.')
    await expect.poll(() => announcedOn(page).innerText()).toBe('Not saved')
    expect(await page.getByRole('article').innerText()).toContain('too long')
    await page.keyboard.type(' Still more.')
    await expect.poll(() => announcedOn(page).innerText()).toBe('Saved again.')
    expect(await page.getByRole('article').innerText()).not.toContain('too long')
    await page.close()
  })

  it('finds beside it that the text of an annotation was emptied, while all else is saved', async ({ grader }) => {
    const { page } = await grader.open()
    await annotate(page, 1, 'A remark.')
    await statusOf(page, /^Saved \d/).waitFor()
    await pressAll(page, 'Control+a Delete')
    await statusOf(page, 'Saved, but for what is unfinished').waitFor()
    expect(await page.getByRole('article').innerText()).toContain('needs a text: write one, or remove it.')
    await pressAll(page, 'Escape m m')
    await expect.poll(() => focusedOn(page)).toContain('Annotation of solution.py, line 1')
    await page.keyboard.type('Another remark.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByRole('article').innerText()).not.toContain('needs a text')
    await page.close()
  })

  it('finds beside its field that a number cannot be read, of which nothing is saved and nothing lost', async ({
    grader,
    teacher,
  }) => {
    const { page, work } = await grader.open()
    await unfold(page)
    const points = page.getByRole('textbox', { name: 'Points' })
    await points.fill('-2,5')
    await fieldOf(page, 'Reason').fill('For the report.')
    await statusOf(page, /^Saved \d/).waitFor()
    await points.focus()
    await pressAll(page, 'Control+a 1 , 0 0 0 Control+s')
    await statusOf(page, 'unfinished').waitFor()
    await page.getByRole('group', { name: 'Adjustment' }).getByText('This is no number').waitFor()
    expect((await wholeOf(teacher, work.assessmentId)).adjustment?.points).toBe(-2.5)
    await pressAll(page, 'Tab')
    expect(await points.inputValue()).toBe('1,000')
    await goTo(page, work.url)
    expect([await points.getAttribute('aria-invalid'), await points.inputValue()]).toEqual(['true', '1,000'])
    await points.fill('15')
    await expect.poll(async () => (await wholeOf(teacher, work.assessmentId)).adjustment?.points).toBe(15)
    await page.close()
  })

  it('hears that of a pasted text is left out what cannot be stored', async ({ grader, teacher }) => {
    const { page, work } = await grader.open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText('a\\u0000b')`)
    await unfold(page)
    await fieldOf(page, 'Private note').focus()
    await page.keyboard.type('<>')
    await pressAll(page, 'ArrowLeft Control+v')
    await announcedOn(page).filter({ hasText: 'One character that cannot be stored' }).waitFor()
    await page.keyboard.type('c')
    await expect.poll(async () => (await wholeOf(teacher, work.assessmentId)).privateNote).toBe('<abc>')
    await page.close()
  })

  it('changes a number by keys, which is heard, and never by the wheel', async ({ grader, teacher }) => {
    const { page, work } = await grader.open()
    const fault = page.getByRole('textbox', { name: 'Fault' })
    await fault.fill('4')
    await statusOf(page, /^Saved \d/).waitFor()
    await fault.hover()
    await page.mouse.wheel(0, 300)
    expect(await fault.inputValue()).toBe('4')
    await pressAll(page, 'ArrowDown ArrowDown')
    await announcedOn(page).filter({ hasText: /^2$/ }).waitFor()
    await expect
      .poll(async () => (await wholeOf(teacher, work.assessmentId)).scores['quality'])
      .toEqual({ checks: { fault: 2 } })
    await page.close()
  })

  it('hears the next submission by its heading, and what is missing as an alert', async ({ grader, essays }) => {
    await essays.handIn(1)
    const { page, work } = await grader.open()
    await pressAll(page, 'Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'One thing is missing.' }).waitFor()
    await pressAll(page, '3 Control+Enter')
    await page.waitForURL((url) => url.href !== work.url)
    expect(await focusedOn(page)).toMatch(/^heading "/)
    await expect.poll(() => announcedOn(page).innerText()).toMatch(/^Completed: /)
    await page.close()
  })
})

describeInBrowser('how many are graded and wait', () => {
  it.for([360, 1_366])('is seen in a window of %i pixels', async (width, { grader }) => {
    const { page } = await grader.open()
    await page.setViewportSize({ width, height: 768 })
    const box = await page.getByText(/^graded \d+, waiting \d+$/).boundingBox()
    expect(box?.width).toBeGreaterThan(50)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    await page.close()
  })
})

describeInBrowser('the tab key', () => {
  it('goes through the page in the order in which it is read', async ({ grader }) => {
    const { page } = await grader.open()
    await annotate(page, 1, 'An annotation.')
    await statusOf(page, /^Saved \d/).waitFor()
    await page.getByRole('link', { name: 'Open in A+' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).focus()
    const stops: string[] = []
    for (;;) {
      await pressAll(page, 'Tab')
      const focused = await focusedOn(page)
      if (focused === 'button "English"' || stops.length > 60) break
      stops.push(focused)
    }
    expect(stops).toEqual(inOrder)
    await page.close()
  })
})

const inOrder = [
  ...['Work', 'Rubric', 'Feedback'].map((name) => `link "${name}"`),
  'text: About this work',
  'link "Open in A+"',
  'button "Fold annotations"',
  ...['file', 'annotation'].flatMap((what) => [`button "Previous ${what}"`, `button "Next ${what}"`]),
  `'button "Columns: equal"'`,
  'button "Keyboard shortcuts"',
  'link "Answers"',
  'link "solution.py"',
  'link "Download solution.py"',
  'button "Line 1"',
  'combobox "Kind"',
  'checkbox "staff only"',
  'button "Remove this annotation solution.py, line 1"',
  'textbox "Annotation of solution.py, line 1"',
  'button "Insert comment"',
  'button "Previous criterion"',
  'button "Next criterion"',
  'radio "One long function 0"',
  'button "Comment"',
  'checkbox "Has tests +4"',
  'checkbox "The report is clear +6"',
  'textbox "Fault -1"',
  'button "Comment"',
  'text: Adjustment and private note',
  'textbox "Feedback"',
  'button "Insert comment"',
  'button "Preview"',
  // What it is the sum of.
  'text: Total 0 / 20',
  'button "1 missing"',
  'text: Postpone…',
  'button "Hand back"',
  'button "Complete and next"',
]

async function annotateByAll(page: Page): Promise<void> {
  for (const [line, kind] of ['Note', 'Well done', 'To mend', 'Question'].entries()) {
    await annotate(page, 1 + (line % 3), `${kind}: a remark about this line.`)
    await page.getByRole('combobox', { name: 'Kind' }).last().selectOption(kind)
  }
  await page.getByRole('checkbox', { name: 'staff only' }).first().check()
}

/** Somebody else's text stands there when the page saves. */
async function conflict(page: Page, { feedbackId }: TakenWork, { session }: Grader): Promise<void> {
  await session.patchFeedback({ params: { id: feedbackId }, query: { base: 1 }, body: { body: 'Theirs.' } })
  await fieldOf(page, 'Feedback').fill('Mine.')
  await page.getByRole('button', { name: 'Keep mine' }).waitFor()
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await fieldOf(page, 'Feedback').fill('Typed offline.')
  await statusOf(page, 'Offline').waitFor()
}

async function inSecondTab(page: Page, { url }: TakenWork): Promise<void> {
  const second = await page.context().newPage()
  await goTo(second, url)
  await second.getByRole('button', { name: 'Go on here' }).waitFor()
}

async function completeOne(page: Page, { url }: TakenWork): Promise<void> {
  await fromFirst(page, '3 Control+Enter')
  await page.waitForURL((next) => next.href !== url)
  await page
    .getByText(/^Completed: /)
    .first()
    .waitFor()
}

async function readCompleted(page: Page, work: TakenWork): Promise<void> {
  await completeOne(page, work)
  await page.goto(work.url)
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
}

async function readHeld(page: Page, work: TakenWork, _grader: Grader, teacher: Teacher): Promise<void> {
  await teacher.takeOverClaim({ params: { id: work.assessmentId } })
  await goTo(page, work.url)
  await page.getByText(/^Read only: Terry Teacher holds this submission\. The claim lasts until/).waitFor()
}

async function handBack(page: Page, { url }: TakenWork): Promise<void> {
  await page.getByRole('button', { name: 'Hand back' }).click()
  await page.waitForURL((next) => next.href !== url)
  await page.goto(url)
  await page.getByRole('button', { name: 'Take up' }).waitFor()
}
