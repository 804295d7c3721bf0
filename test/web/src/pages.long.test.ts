import { assessEssays } from '@course-grading/starter'
import { frontendSecret } from '@course-grading/test-system/frontend-client'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { essays, feedbackOn, press, steps, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { it as onSite } from './world.fixture.ts'

describeInBrowser('the pages in a browser, without scripts of their own', () => {
  it.for<[who: string, userId: number | null, path: string, ...steps: ((page: Page) => Promise<unknown>)[]]>([
    ['nobody', null, '/sign-in'],
    ['nobody with a wrong token', null, '/sign-in', (page) => press(page, 'Sign in')],
    ['nobody', null, '/nothing'],
    ['a grader', 102, '/'],
    ['a grader', 102, '/nothing'],
    ['a grader', 102, '/courses/11'],
    ['a grader', 102, `${essays}?state=released`],
    ['a grader', 102, `${essays}?notice=nothing_left`],
    ['a teacher of a course that is not set up', 101, '/courses/12'],
    ['a teacher', 101, '/courses/11'],
    ['a teacher', 101, '/courses/11/settings/listed'],
    ['a teacher', 101, `${essays}/release`],
    ['a grader of a submission', 102, `${essays}?state=released`, steps.openListed],
    ['a grader who holds a submission', 103, essays, (page) => press(page, 'Grade next')],
    ['a grader to whom something is missing', 103, held, steps.openListed, steps.leaveGap],
    ['a grader of whom two tabs save', 103, held, steps.openListed, steps.saveInTwoTabs],
    ['a teacher of what a grader holds', 101, held, steps.openListed],
    ['a grader over whom another signed in', 103, held, steps.openListed, steps.signInOver],
    ['a grader who completed it', 103, `${essays}?state=completed`, steps.openListed],
    ['a grader', 102, submissions],
    ['a teacher', 101, `${submissions}?q=eero&state=completed&tag=group-a`],
    ['a teacher of what nobody began', 101, '/submissions/3005'],
    ['a teacher who asks about a work', 101, `${essays}?state=released`, steps.openListed, openAbout],
    ['a teacher of all attempts', 101, `${essays}?state=released`, steps.openListed, openAttempts],
    ['a student', 201, '/feedback'],
    ['a student of one', 201, '/feedback', steps.openFirst],
  ])('is easy to use for everybody: the page of %s (%s), %s', async ([, userId, path, ...rest], { site }) => {
    // Axe needs scripts, which the policy of the pages does not stop it from bringing. Those of the pages stay away.
    const options = { javaScriptEnabled: true, deviceScaleFactor: 2 }
    const page = userId === null ? await site.newPage(options) : await site.signedIn(userId, options)
    await withoutOwnScripts(page)
    await page.goto(site.url + path)
    for (const step of rest) await step(page)
    await page.waitForLoadState()
    await isAccessible(page)
    await page.context().close()
  })

  it.for([
    ['a student of one', 201, '/feedback', steps.openFirst],
    ['a grader who holds a submission', 103, held, steps.openListed],
  ] as const)(
    'are printed whole, in light colours, from the first page on: that of %s',
    async ([, userId, path, step], { site }) => {
      const page = await site.signedIn(userId)
      await page.goto(site.url + path)
      await step(page)
      if (path === held) await feedbackOn(page).fill('A line.\n'.repeat(100))
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.evaluate<string[]>(lostOnPaper)).toEqual([])
      expect(
        await page
          .getByRole('button', { name: /^(English|Dark|Sign out|Save)$/ })
          .filter({ visible: true })
          .count(),
      ).toBe(0)
      await page.context().close()
    },
  )

  it('leave nothing that a browser reports, and ask no other site', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})

/** What is dark, may leave the first page empty, or has more text than it shows. */
const lostOnPaper = `[...document.querySelectorAll('html, main, main *')].flatMap((each) => {
  const { colorScheme, display, overflowY, contentVisibility } = getComputedStyle(each)
  const found = []
  if (colorScheme !== 'light') found.push('dark')
  if (['MAIN', 'FORM'].includes(each.tagName) && display !== 'block') found.push(display)
  if (each.checkVisibility() && each.scrollHeight > each.clientHeight + 2 && overflowY !== 'visible') found.push('cut off')
  if (contentVisibility === 'auto') found.push('drawn late')
  return found.map((what) => what + ': ' + each.outerHTML.slice(0, 80))
})`

const held = `${essays}?state=in_progress`
const submissions = '/courses/11/submissions'

const it = onSite.extend('assessed', { scope: 'file', auto: true }, async ({ site }) => {
  await assessEssays({ frontendUrl: site.frontendUrl, secret: frontendSecret, signal: AbortSignal.timeout(300_000) })
})

async function openAbout(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'About this work' }).click()
}

async function openAttempts(page: Page): Promise<void> {
  await openAbout(page)
  await page.getByRole('link', { name: 'All attempts' }).click()
}
