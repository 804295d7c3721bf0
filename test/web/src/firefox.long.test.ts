import { describeInFirefox, type Firefox, openFirefox } from '@course-grading/test-kit/firefox'
import { tokenOf } from '@course-grading/test-system/world'
import { expect } from 'vitest'
import { it as onEssays, type TakenWork } from './essays.fixture.ts'
import type { Teacher } from './world.fixture.ts'

const feedback = ['textbox', 'Feedback'] as const
const live = ['button', 'Keyboard shortcuts'] as const

type Scripts = 'with scripts' | 'without scripts'

interface People {
  /** A Firefox in which a grader has signed in. */
  readonly open: (how?: Scripts) => Promise<Firefox>
}

const it = onEssays
  // All is done in Firefox.
  .extend('browser', { scope: 'file' }, () => null as never)
  .extend('people', async ({ site }, { onCleanup }): Promise<People> => ({
    async open(how) {
      const firefox = await openFirefox({ 'javascript.enabled': how !== 'without scripts' })
      onCleanup(firefox.end)
      const tab = await firefox.newTab()
      await firefox.goTo(tab, `${site.url}/sign-in`)
      await firefox.fill(tab, ['textbox', 'API token'], tokenOf(102))
      await firefox.click(tab, ['button', 'Sign in'])
      await expect.poll(() => firefox.urlOf(tab)).toBe(`${site.url}/`)
      return firefox
    },
  }))

describeInFirefox('the main story in Firefox', () => {
  it('is that a grader judges an essay, which is saved, completed and followed by the next', async ({
    people,
    essays,
  }) => {
    const work = await essays.take(102)
    await essays.handIn(1)
    const firefox = await people.open()
    const tab = await firefox.newTab()
    await firefox.goTo(tab, work.url)
    await firefox.click(tab, ['radio', 'Clear functions 10'])
    await firefox.fill(tab, feedback, 'Well done.')
    await expect.poll(() => essays.stored(work), slow).toMatchObject({ level: 'good', body: 'Well done.' })
    await firefox.click(tab, ['button', 'Complete and next'])
    await expect.poll(() => firefox.urlOf(tab), slow).not.toBe(work.url)
    expect((await essays.stored(work)).state).toBe('completed')
    expect(await firefox.valueOf(tab, feedback)).not.toContain('Well done.')
  })
})

describeInFirefox('a tab that Firefox opens again', () => {
  it.for(['with scripts', 'without scripts'] as const)(
    'has what was typed on the newest revision, which counts as typed: %s',
    async (how, { people, essays }) => {
      const work = await essays.take(102)
      const firefox = await people.open(how)
      await typeAndClose(firefox, work)
      const tab = await firefox.undoCloseTab()
      await expect.poll(() => firefox.valueOf(tab, feedback), slow).toBe('Typed.')
      if (how === 'without scripts') await firefox.click(tab, ['button', 'Save'])
      await expect.poll(() => essays.stored(work), slow).toMatchObject({ body: 'Typed.' })
    },
  )

  it.for(['with scripts', 'without scripts'] as const)(
    'has what somebody wrote since, and leaves it: %s',
    async (how, { people, essays }) => {
      const work = await essays.take(102)
      const firefox = await people.open(how)
      await typeAndClose(firefox, work)
      await writeElsewhere(await essays.sessionOf(102), work)
      const tab = await firefox.undoCloseTab()
      if (how !== 'without scripts') await expect.poll(() => firefox.count(tab, live), slow).toBe(1)
      await untilSaved()
      expect(await firefox.valueOf(tab, feedback)).toBe('Of another page.')
      if (how === 'without scripts') await firefox.click(tab, ['button', 'Save'])
      expect(await essays.stored(work)).toMatchObject({ body: 'Of another page.' })
    },
  )

  it.for([
    ['has what was typed on the newest revision', 'Typed.'],
    ['has what somebody wrote since, and leaves it', 'Of another page.'],
  ] as const)('%s, after Firefox was killed and began with its tabs', async ([, text], { people, essays }) => {
    const work = await essays.take(102)
    const firefox = await people.open()
    await typeBeforeScript(firefox, work)
    if (text !== 'Typed.') await writeElsewhere(await essays.sessionOf(102), work)
    const tab = await firefox.restoreSession(work.url)
    await expect.poll(() => firefox.count(tab, live), slow).toBe(1)
    if (text !== 'Typed.') await untilSaved()
    await expect.poll(() => essays.stored(work), slow).toMatchObject({ body: text })
    expect(await firefox.valueOf(tab, feedback)).toBe(text)
  })

  it('has all that was typed before the script came: also what the script folds, or draws elsewhere', async ({
    people,
    essays,
  }) => {
    const work = await essays.take(102)
    await writeElsewhere(await essays.sessionOf(102), work)
    const firefox = await people.open()
    const typed = [
      ['Comment', 'A comment.'],
      ['Private note', 'A note.'],
      ['Feedback', 'Typed.'],
      ['Annotation of Your essay, line 1', 'A remark.'],
    ] as const
    const letScriptCome = await firefox.fail((path) => path.endsWith('.js'))
    const before = await firefox.newTab()
    await firefox.goTo(before, work.url)
    await firefox.openFolded(before)
    for (const [name, text] of typed) await firefox.fill(before, ['textbox', name], text)
    await firefox.close(before)
    await letScriptCome()
    await firefox.undoCloseTab()
    await expect
      .poll(() => essays.stored(work), slow)
      .toMatchObject({ comment: 'A comment.', note: 'A note.', body: 'Typed.', annotations: ['1: A remark.'] })
  })

  it('shows what it could not save beside what somebody wrote since', async ({ people, essays }) => {
    const work = await essays.take(102)
    const firefox = await people.open()
    const tab = await firefox.newTab()
    await firefox.goTo(tab, work.url)
    await expect.poll(() => firefox.count(tab, live), slow).toBe(1)
    const reconnect = await firefox.fail(() => true)
    await firefox.fill(tab, feedback, 'Typed.')
    await expect.poll(() => firefox.textOf(tab), slow).toContain('Offline')
    await firefox.close(tab)
    await writeElsewhere(await essays.sessionOf(102), work)
    await reconnect()
    const again = await firefox.undoCloseTab()
    await expect.poll(() => firefox.count(again, ['button', 'Keep mine']), slow).toBe(1)
    expect(await firefox.valueOf(again, feedback)).toBe('Typed.')
    expect((await essays.stored(work)).body).toBe('Of another page.')
  })
})

const slow = { timeout: 60_000 }

/** What is put back is, once the page is there, and is saved a second later. */
const untilSaved = () => new Promise((resolve) => setTimeout(resolve, 3_000))

async function typeAndClose(firefox: Firefox, work: TakenWork): Promise<void> {
  const { tab, letScriptCome } = await typeBeforeScript(firefox, work)
  await firefox.close(tab)
  await letScriptCome()
}

/** With the script, what is typed is saved at once. */
async function typeBeforeScript(firefox: Firefox, work: TakenWork) {
  const letScriptCome = await firefox.fail((path) => path.endsWith('.js'))
  const tab = await firefox.newTab()
  await firefox.goTo(tab, work.url)
  await firefox.fill(tab, feedback, 'Typed.')
  return { tab, letScriptCome }
}

async function writeElsewhere(session: Teacher, { feedbackId }: TakenWork): Promise<void> {
  await session.patchFeedback({
    params: { id: feedbackId },
    query: { base: 1 },
    body: { body: 'Of another page.', annotations },
  })
}

const annotations = {
  a1: {
    anchor: { answerKey: 'answer' },
    startLine: 1,
    endLine: 1,
    kind: 'note',
    private: false,
    body: 'Of another page.',
  },
} as const
