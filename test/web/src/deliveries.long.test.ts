import { allowedCallbacks, registerCapability } from '@course-grading/test-system/register-capability'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, withoutOwnScripts } from './grading.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { it as onSite } from './world.fixture.ts'

const exercise = { courseId: 11, exerciseId: 1104 }
const ours = 50
const deliveries = '/courses/11/deliveries'

describeInBrowser('a grade that another person gave in A+, too', () => {
  it('is replaced by ours where a teacher says so', async ({ site, graded }) => {
    const { submissionId, path } = await graded.elsewhere(12)
    const page = await site.signedIn(101)
    await page.goto(site.url + deliveries)
    await page.locator(`[action="${path}"]`).getByRole('textbox', { name: 'Reason' }).fill('Agreed by mail.')
    await page.locator(`[action="${path}"]`).getByRole('button', { name: "Send ours: replaces A+'s 12" }).click()
    expect(await page.getByRole('status').innerText()).toBe('It is on its way again.')
    await expect.poll(() => graded.gradeInPlatform(submissionId)).toBe(ours)
    await page.goto(site.url + path)
    await expect.poll(() => shownState(page)).toBe('Arrived')
    expect(await page.getByRole('main').innerText()).toMatch(/Terry Teacher: Send again\s+Agreed by mail\./)
    await page.context().close()
  })

  it('stays where a teacher keeps it', async ({ site, graded }) => {
    const { submissionId, path } = await graded.elsewhere(12)
    const page = await site.signedIn(101)
    await page.goto(site.url + path)
    await decide(page, "Keep A+'s")
    expect(await shownState(page)).toBe('Given up')
    expect([graded.gradeInPlatform(submissionId), await buttonsOf(page)]).toEqual([12, []])
    await page.context().close()
  })

  it('stays where it was changed again before ours was sent, and the teacher is asked again', async ({
    site,
    graded,
  }) => {
    const { submissionId, path, review } = await graded.elsewhere(12)
    const page = await site.signedIn(101)
    await page.goto(site.url + path)
    review(15)
    await decide(page, "Send ours: replaces A+'s 12")
    await expect
      .poll(async () => {
        await page.goto(site.url + path)
        return await buttonsOf(page)
      })
      .toEqual(["Send ours: replaces A+'s 15", "Keep A+'s"])
    expect(graded.gradeInPlatform(submissionId)).toBe(15)
    await page.context().close()
  })

  it('is decided about once by two teachers at the same time, and the other one is told', async ({
    site,
    graded,
    teacher,
  }) => {
    const { id, path } = await graded.elsewhere(12)
    const pages = await Promise.all([101, 104].map((userId) => site.signedIn(userId)))
    for (const page of pages) {
      await page.goto(site.url + path)
      await page.getByRole('textbox', { name: 'Reason' }).fill('At once.')
    }
    await Promise.all(pages.map((page) => press(page, "Keep A+'s")))
    const said = await Promise.all(pages.map((page) => page.locator('[role=alert], output.notice').allInnerTexts()))
    const { body } = await teacher.getDelivery({ params: { id } })
    expect(body.decisions.map(({ as }) => as)).toEqual(['cancelled'])
    const texts = said.flat().toSorted()
    expect(texts).toEqual(['It will not be sent to A+.', expect.stringContaining('Nothing was done')])
    for (const page of pages) await page.context().close()
  })
})

describeInBrowser('a grade that perhaps arrived', () => {
  it('is sent again once nothing can be under way any more, and the list is easy to use', async ({ site, graded }) => {
    const { submissionId, path } = await graded.ambiguous()
    await graded.elsewhere(12)
    const page = await site.signedIn(101, { javaScriptEnabled: true })
    await withoutOwnScripts(page)
    await page.goto(site.url + deliveries)
    await isAccessible(page)
    await page.goto(site.url + path)
    await isAccessible(page)
    expect(await buttonsOf(page)).toEqual(['It arrived'])
    await graded.settle()
    await page.reload()
    expect(await buttonsOf(page)).toEqual(['It arrived', 'Send again', 'Do not send'])
    expect(graded.gradeInPlatform(submissionId)).toBe(0)
    await decide(page, 'Send again')
    await expect.poll(() => graded.gradeInPlatform(submissionId)).toBe(ours)
    await page.context().close()
  })

  it('is noted as arrived by several at once', async ({ site, graded, teacher }) => {
    await graded.settle()
    const [first, second] = [await graded.ambiguous(), await graded.ambiguous()]
    const page = await site.signedIn(101)
    await page.goto(`${site.url}${deliveries}?state=ambiguous`)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    const several = page.getByRole('region', { name: 'Several at once' })
    await several.getByRole('textbox').fill('Seen in A+.')
    await several.getByRole('button', { name: 'It arrived' }).click()
    expect(await page.getByRole('status').innerText()).toBe('2 were decided.')
    for (const { id } of [first, second])
      expect((await teacher.getDelivery({ params: { id } })).body).toMatchObject({ confirmedBy: 'person' })
    await page.context().close()
  })
})

async function decide(page: Page, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Reason' }).fill('Looked.')
  await press(page, button)
}

const buttonsOf = (page: Page): Promise<string[]> => page.locator('.decision button:visible').allInnerTexts()

async function shownState(page: Page): Promise<string> {
  await page.reload()
  return await page.locator('.delivery .tag').innerText()
}

interface Graded {
  readonly submissionId: number
  /** Of its delivery. */
  readonly id: string
  readonly path: string
  readonly review: (points: number) => void
}

const it = onSite.extend('graded', { scope: 'file' }, async ({ world, teacher }) => {
  const { upstream } = world
  upstream.world.setRole(11, 104, 'teacher')
  // The key that the essays of the demo are said to be sealed with.
  const CAPABILITY_KEYS = `k-1:${Buffer.alloc(32, 1).toString('base64')}`
  const manualGrading = await world.start('manual-grading', { ...allowedCallbacks(world), CAPABILITY_KEYS })
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params: exercise })
  const grading = { ...settings, rubricId: null, attempts: 'all', release: 'immediate', maxOpenClaims: 50 } as const
  await teacher.putExerciseGrading({ params: exercise, body: grading, ifMatch })
  let student = 200

  /** Judges a new submission, whose grade sets out at once; `before` happens at A+ before that. */
  async function grade(state: 'refused' | 'ambiguous', before: (submissionId: number) => void): Promise<Graded> {
    student += 1
    const { exerciseId } = exercise
    const { id: submissionId } = upstream.world.addSubmission({ exerciseId, submitterIds: [student], language: 'en' })
    await registerCapability(world, manualGrading, { submissionId, maxPoints: 100 })
    before(submissionId)
    const { body: claimed } = await teacher.claimSubmission({ params: { submissionId } })
    const params = { id: claimed.id }
    const saved = await teacher.patchAssessment({
      params,
      query: { base: claimed.revision },
      body: { scores: { points: { points: ours } } },
    })
    await teacher.completeAssessment({ params, ifMatch: saved.etag })
    let id: string | undefined
    await expect
      .poll(async () => {
        const { body } = await teacher.listDeliveries({ params: exercise, query: { state } })
        id = body.items.find((delivery) => delivery.submissionId === submissionId)?.id
        return id
      })
      .toBeDefined()
    if (id === undefined) throw new Error('nothing was delivered')
    return { submissionId, id, path: `/deliveries/${id}`, review: (points) => review(submissionId, points) }
  }
  const review = (submissionId: number, points: number) => upstream.review(submissionId, { graderId: 104, points })

  return {
    elsewhere: (points: number) => grade('refused', (submissionId) => review(submissionId, points)),
    ambiguous: () =>
      grade('ambiguous', (submissionId) => {
        const path = `/api/v2/submissions/${submissionId}/grader`
        upstream.faults.add({ method: 'POST', path, times: 1, action: { kind: 'reset_after_body' } })
      }),
    settle: () => world.query('UPDATE delivery_control SET settle_s = 0'),
    gradeInPlatform: (submissionId: number) => upstream.world.submission(submissionId).grade,
  }
})
