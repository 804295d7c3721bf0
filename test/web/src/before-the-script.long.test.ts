import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { fieldOf, goTo, isLive, statusOf, type TakenWork } from './essays.fixture.ts'
import { type Grader, it } from './grader.fixture.ts'
import { wholeOf } from './scripted-page.fixture.ts'
import { unfold } from './grading.fixture.ts'

describeInBrowser('what is done before the script comes', () => {
  it('is taken over, typed and clicked, and saved by itself', async ({ grader, teacher }) => {
    const { page, work, letScriptCome } = await openBefore(grader)
    await unfold(page)
    await unfold(page, 'Postpone…')
    await page.getByRole('radio', { name: 'Partly structured' }).check()
    await page.getByRole('checkbox', { name: 'Has tests' }).check()
    for (const [role, name, text] of [
      ['textbox', 'Fault -1', '2'],
      ['textbox', 'Points', '1,5'],
      ['textbox', 'Reason', 'For the report.'],
      ...['Comment', 'Feedback', 'Private note', 'Why later'].map((each) => ['textbox', each, `A ${each}.`] as const),
    ] as const)
      await page.getByRole(role, { name, exact: true }).first().fill(text)
    await page.getByText('Nothing is saved before you press Save.').waitFor()
    letScriptCome()
    await statusOf(page, /^Saved \d/).waitFor()
    expect(await page.getByText('Nothing is saved before').count()).toBe(0)
    expect(await wholeOf(teacher, work.assessmentId)).toMatchObject({
      scores: {
        structure: { levelId: 'partly', comment: 'A Comment.' },
        quality: { checks: { tests: 1, fault: 2 } },
      },
      adjustment: { points: 1.5, reason: 'For the report.' },
      privateNote: 'A Private note.',
      body: 'A Feedback.',
    })
    expect(await page.getByRole('radio', { name: 'Partly structured' }).isChecked()).toBe(true)
    expect(await fieldOf(page, 'Why later').inputValue()).toBe('A Why later.')
    await page.close()
  })

  it('stays in the reason for reopening, which was refused', async ({ grader }) => {
    const { page, work } = await grader.newPage()
    const params = { id: work.assessmentId }
    const body = { scores: { structure: { levelId: 'good' } } }
    const { etag: ifMatch } = await grader.session.patchAssessment({ params, query: { base: 1 }, body })
    await grader.session.completeAssessment({ params, ifMatch })
    await goTo(page, work.url)
    const reason = 'x'.repeat(600)
    await fieldOf(page, 'Reason').fill(reason)
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('alert').waitFor()
    await isLive(page)
    expect(await fieldOf(page, 'Reason').inputValue()).toBe(reason)
    await page.close()
  })

  it('may take away what was saved: a level, a check, an annotation', async ({ grader, teacher }) => {
    const { page, work, letScriptCome } = await openBefore(grader, async ({ assessmentId, feedbackId }) => {
      const scores = { structure: { levelId: 'good' }, quality: { checks: { tests: 1, report: 1 } } }
      await grader.session.patchAssessment({ params: { id: assessmentId }, query: { base: 1 }, body: { scores } })
      await grader.session.patchFeedback({
        params: { id: feedbackId },
        query: { base: 1 },
        body: { annotations: twoAnnotations },
      })
    })
    await page.getByRole('radio', { name: 'Not judged' }).check()
    await page.getByRole('checkbox', { name: 'Has tests' }).uncheck()
    await page.getByRole('checkbox', { name: 'Remove this annotation' }).first().check()
    await page
      .getByRole('textbox', { name: /^Annotation/ })
      .nth(1)
      .fill('Changed.')
    letScriptCome()
    await statusOf(page, /^Saved \d/).waitFor()
    const { scores, annotations } = await wholeOf(teacher, work.assessmentId)
    expect([scores, annotations]).toMatchObject([{ quality: { checks: { report: 1 } } }, [{ body: 'Changed.' }]])
    expect([scores['structure']?.levelId, annotations.length]).toEqual([undefined, 1])
    expect(await page.getByRole('textbox', { name: /^Annotation/ }).inputValue()).toBe('Changed.')
    await page.close()
  })

  it.for(['Feedback', 'Comment', 'Private note', 'Reason', 'Why later', 'Annotation of Your essay, line 1'])(
    'goes on in the same place when it comes: %s',
    async (name, { grader }) => {
      const { page, letScriptCome } = await openBefore(grader, async ({ feedbackId }) => {
        const body = { body: '', annotations: twoAnnotations }
        await grader.session.patchFeedback({ params: { id: feedbackId }, query: { base: 1 }, body })
      })
      await unfold(page, name === 'Why later' ? 'Postpone…' : undefined)
      const field = fieldOf(page, name)
      await field.fill('')
      await page.keyboard.type('before|after')
      for (const _character of 'after') await page.keyboard.press('ArrowLeft')
      letScriptCome()
      let typed = ''
      while ((await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).count()) === 0) {
        await page.keyboard.type('1j ')
        typed += '1j '
      }
      await page.keyboard.type('!')
      expect(await fieldOf(page, name).inputValue()).toBe(`before|${typed}!after`)
      await page.close()
    },
  )
})

describeInBrowser('a script that never comes', () => {
  it.for<[why: string, fail: (route: Route) => Promise<void>]>([
    ['is away', (route) => route.abort()],
    ['is refused by a busy server', (route) => route.fulfill({ status: 503, body: 'overloaded' })],
  ])(
    'leaves the form, which says that it saves by its button, and completes: %s',
    async ([, fail], { grader, essays }) => {
      const { page, work } = await openBefore(grader)
      await page.unrouteAll()
      await page.route('**/assets/*.js', fail)
      await page.reload()
      await page.getByText('Nothing is saved before you press Save.').waitFor()
      await fieldOf(page, 'Feedback').fill('\nWithout a script.')
      await page.getByRole('radio', { name: 'Clear functions' }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL('**?saved')
      expect(await page.getByRole('status').innerText()).toBe('Saved')
      expect(await essays.stored(work)).toMatchObject({ body: '\nWithout a script.', level: 'good' })
      expect(await fieldOf(page, 'Feedback').inputValue()).toBe('\nWithout a script.')
      await page.getByRole('button', { name: 'Complete and next' }).click()
      await expect.poll(() => essays.stored(work)).toMatchObject({ state: 'completed' })
      await page.close()
    },
  )
})

describeInBrowser('a page that is only looked at', () => {
  it.for<[how: string, look: (page: Page, url: string) => Promise<unknown>]>([
    ['opened', (page, url) => page.goto(url)],
    ['opened again', (page) => page.reload()],
    ['gone back to', async (page, url) => [await page.goto(new URL('/', url).href), await page.goBack()]],
  ])('saves nothing: %s', async ([, look], { grader, teacher }) => {
    const { page, work } = await grader.open()
    await fieldOf(page, 'Feedback').fill('\n\nWith line ends before it.\r\n')
    await page.getByRole('radio', { name: 'Clear functions' }).check()
    await statusOf(page, /^Saved \d/).waitFor()
    const before = await wholeOf(teacher, work.assessmentId)
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') saves.push(request.url())
    })
    // What the page asks last by itself, after as long as it waits before it saves.
    const last = page.waitForResponse((reply) => reply.url().includes('/more?'))
    await look(page, work.url)
    await last
    await statusOf(page, 'Saved').waitFor()
    expect(saves).toEqual([])
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe('\n\nWith line ends before it.\n')
    expect(await wholeOf(teacher, work.assessmentId)).toEqual(before)
    await page.close()
  })

  it('saves nothing of texts with line ends that its fields do not hold, and keeps them', async ({
    grader,
    teacher,
  }) => {
    const { page, work } = await grader.newPage()
    const adjustment = { points: 1, reason: 'One line,\nanother.' }
    const params = { id: work.assessmentId }
    await grader.session.patchAssessment({ params, query: { base: 1 }, body: { adjustment, privateNote: 'a\r\nb\rc' } })
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') saves.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
    })
    const last = page.waitForResponse((reply) => reply.url().includes('/more?'))
    await goTo(page, work.url)
    await last
    await fieldOf(page, 'Feedback').fill('Typed.')
    await statusOf(page, /^Saved \d/).waitFor()
    expect(saves).toEqual(['wording'])
    expect(await wholeOf(teacher, work.assessmentId)).toMatchObject({ adjustment, privateNote: 'a\r\nb\rc' })
    await page.close()
  })
})

describeInBrowser('a page that is left', () => {
  it.for<[how: string, leave: (page: Page) => Promise<unknown>]>([
    ['by a link', (page) => page.getByRole('link', { name: 'My feedback' }).click()],
    ['by its end', (page) => page.close({ runBeforeUnload: true })],
    ['by the theme', (page) => page.getByRole('button', { name: 'Light' }).click()],
  ])('saves both documents as it goes: %s', async ([, leave], { grader, essays }) => {
    const { page, work } = await grader.open()
    await unfold(page)
    await fieldOf(page, 'Private note').fill('A note.')
    await fieldOf(page, 'Feedback').fill('The last words.')
    await leave(page)
    await expect.poll(() => essays.stored(work)).toMatchObject({ note: 'A note.', body: 'The last words.' })
    await page.close()
  })

  it('sends what does not fit when it is opened again', async ({ site, grader, essays }) => {
    const { page, work } = await grader.open()
    const text = 'ä'.repeat(40_000)
    await page.route('**/wording', (route) => route.abort())
    await fieldOf(page, 'Feedback').fill(text)
    // By then the browser has it: what is typed in the instant of leaving may not be kept.
    await statusOf(page, /^Offline/).waitFor()
    await page.goto(`${site.url}/feedback`)
    expect((await essays.stored(work)).body).not.toBe(text)
    await page.unrouteAll()
    await goTo(page, work.url)
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe(text)
    await expect.poll(async () => (await essays.stored(work)).body).toBe(text)
    await page.close()
  })

  it('shows each submission again, back and forward', async ({ grader, essays }) => {
    await essays.handIn(1)
    const { page, work } = await grader.open()
    await page.getByRole('radio', { name: 'Clear functions' }).check()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.href !== work.url)
    const next = page.url()
    await fieldOf(page, 'Feedback').fill('Of the next.')
    await page.goBack()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    expect(page.url()).toBe(work.url)
    await page.goForward()
    await isLive(page)
    expect([page.url(), await fieldOf(page, 'Feedback').inputValue()]).toEqual([next, 'Of the next.'])
    await page.close()
  })
})

const annotation = { startLine: 1, endLine: 1, kind: 'note' as const, private: false }
const twoAnnotations = {
  a1: { ...annotation, anchor: { answerKey: 'answer' }, body: 'The first.' },
  a2: { ...annotation, anchor: { answerKey: 'answer' }, body: 'The second.' },
}

/** A page that works already, and whose script is still on its way. */
async function openBefore(grader: Grader, prepare: (work: TakenWork) => Promise<unknown> = async () => {}) {
  const { work, page } = await grader.newPage()
  await prepare(work)
  const { promise: come, resolve: letScriptCome } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await come
    await route.continue()
  })
  await page.goto(work.url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Hand back' }).waitFor()
  return { work, page, letScriptCome }
}
