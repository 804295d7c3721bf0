import { assessEssays } from '@course-grading/dev'
import { frontendSecret } from '@course-grading/system/frontend-client'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { isAccessible } from './is-accessible.ts'
import { it as onSite } from './world.fixture.ts'

const it = onSite.extend('assessed', { scope: 'file', auto: true }, async ({ site }) => {
  await assessEssays({ frontendUrl: site.frontendUrl, secret: frontendSecret, signal: AbortSignal.timeout(300_000) })
})

describeInBrowser('the pages in a browser', () => {
  it.for<[who: string, userId: number | null, path: string, link?: string]>([
    ['nobody', null, '/sign-in'],
    ['nobody', null, '/nothing'],
    ['a grader', 102, '/'],
    ['a grader', 102, '/courses/11'],
    ['a grader', 102, '/courses/11/exercises/1103?state=released'],
    ['a teacher', 101, '/courses/12'],
    ['a teacher', 101, '/courses/11/exercises/1103/release'],
    ['a grader of a submission', 102, '/courses/11/exercises/1103?state=released', 'Open'],
    ['a student', 201, '/feedback'],
    ['a student of one', 201, '/feedback', 'Essay program'],
  ])('is easy to use for everybody: the page of %s (%s), %s', async ([, userId, path, link], { site }) => {
    // Axe needs scripts, which the policy of the pages does not stop it from bringing.
    const options = { javaScriptEnabled: true }
    const page = userId === null ? await site.newPage(options) : await site.signedIn(userId, options)
    await page.goto(site.url + path)
    if (link !== undefined) await page.getByRole('link', { name: link }).last().click()
    await isAccessible(page)
    await page.context().close()
  })

  it('leave nothing that a browser reports, and ask no other site', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})
