import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fieldOf, goTo, statusOf } from './essays.fixture.ts'
import { it } from './grader.fixture.ts'
import { fromFirst, pressAll } from './scripted-page.fixture.ts'
import type { Site } from './world.fixture.ts'
import { unfold } from './grading.fixture.ts'

describeInBrowser('the grading page asks the boundary', () => {
  it('at most nine times as it opens, with all that its script asks', async ({ site, grader }) => {
    const { page, work } = await grader.newPage()
    const calls = await callsOf(site, async () => {
      const last = untilAllAsked(page)
      await goTo(page, work.url)
      await last
    })
    expect(calls).toEqual([
      'getAssessment',
      'getExerciseGrading',
      'getFeedback',
      'getSession',
      'getSubmission',
      'getSubmissionContent',
      'listParkedDrafts',
      'listParkedDrafts',
      'listQueues',
    ])
    await page.close()
  })

  it('at most eleven times for Complete and next, with the saves of both documents', async ({
    site,
    grader,
    essays,
  }) => {
    await essays.handIn(1)
    const { page, work } = await grader.open()
    await untilAllAsked(page)
    const calls = await callsOf(site, async () => {
      const last = untilAllAsked(page)
      await fieldOf(page, 'Feedback').fill('Typed last.')
      await fromFirst(page, '3 Control+Enter')
      await page.waitForURL((url) => url.href !== work.url)
      await last
    })
    expect(calls).toEqual([
      'claimNext',
      'completeAssessment',
      'getExerciseGrading',
      'getFeedback',
      'getSubmission',
      'getSubmissionContent',
      'listParkedDrafts',
      'listParkedDrafts',
      'listQueues',
      'patchAssessment',
      'patchFeedback',
    ])
    await page.close()
  })

  it.for<[what: string, change: (page: Page) => Promise<unknown>, calls: readonly string[]]>([
    ['the feedback', (page) => fieldOf(page, 'Feedback').fill('Changed.'), ['patchFeedback']],
    ['the judgement', (page) => fromFirst(page, '3'), ['patchAssessment']],
    ['several fields of it', typeInMany, ['patchAssessment']],
    ['both', typeInBoth, ['patchAssessment', 'patchFeedback']],
  ])('once for each document that changed: %s', async ([, change, expected], { site, grader }) => {
    const { page } = await grader.open()
    await untilAllAsked(page)
    const calls = await callsOf(site, async () => {
      await change(page)
      await pressAll(page, 'Control+s')
      await statusOf(page, /^Saved \d/).waitFor()
    })
    expect(calls).toEqual(expected)
    await page.close()
  })
})

async function typeInBoth(page: Page): Promise<void> {
  await unfold(page)
  await fieldOf(page, 'Private note').fill('Of the judgement.')
  await fieldOf(page, 'Feedback').fill('Of the feedback.')
}

async function typeInMany(page: Page): Promise<void> {
  await fromFirst(page, '3 j 1 2 3 c')
  await page.keyboard.type('Typed at once.')
  await unfold(page)
  await fieldOf(page, 'Private note').fill('And this.')
}

/** What the script asks last by itself. */
const untilAllAsked = (page: Page) => page.waitForResponse((reply) => reply.url().includes('/more?'))

/** The operations that the site called meanwhile, each as often as it was. */
async function callsOf(site: Site, work: () => Promise<void>): Promise<string[]> {
  const before = await counted(site)
  await work()
  const after = await counted(site)
  return [...after].flatMap(([name, count]) => Array<string>(count - (before.get(name) ?? 0)).fill(name)).toSorted()
}

async function counted({ web }: Site): Promise<Map<string, number>> {
  const text = await (await fetch(`${web.url}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, name = '', count] of text.matchAll(/^boundary_calls_total\{operation="(\w+)".*\} (\d+)$/gm))
    counts.set(name, (counts.get(name) ?? 0) + Number(count))
  return counts
}
