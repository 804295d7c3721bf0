import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, withoutOwnScripts } from './grading.fixture.ts'
import { deliveries, it } from './graded.fixture.ts'
import { isAccessible } from './is-accessible.ts'

const ours = 50

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

  it('is graded again where a teacher says so, which sends nothing', async ({ site, graded }) => {
    const { submissionId, path } = await graded.elsewhere(12)
    const page = await site.signedIn(101)
    await page.goto(site.url + path)
    await page.getByRole('link', { name: 'Grade again' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Another look.')
    await press(page, 'Reopen')
    await page.getByRole('textbox', { name: 'Feedback', exact: true }).waitFor()
    await page.goto(site.url + path)
    expect([await shownState(page), await buttonsOf(page)]).toEqual(['Given up', []])
    expect(graded.gradeInPlatform(submissionId)).toBe(12)
    await page.context().close()
  })

  it('is not replaced where A+ takes no grade of it any more, and is only given up then', async ({ site, graded }) => {
    const { submissionId, path } = await graded.elsewhere(12)
    await graded.expire(submissionId)
    const page = await site.signedIn(101)
    await page.goto(site.url + path)
    await decide(page, "Send ours: replaces A+'s 12")
    await expect
      .poll(async () => {
        await page.goto(site.url + path)
        return await buttonsOf(page)
      })
      .toEqual(['Do not send'])
    expect(await page.getByRole('link', { name: 'Grade again' }).count()).toBe(1)
    await decide(page, 'Do not send')
    expect([await shownState(page), graded.gradeInPlatform(submissionId)]).toEqual(['Given up', 12])
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
    await Promise.all(pages.map((page) => send(page, "Keep A+'s")))
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
  await send(page, button)
}

/** Resolves with the page after the decision. */
async function send(page: Page, button: string): Promise<void> {
  const replied = page.waitForResponse((reply) => reply.request().method() !== 'POST' || reply.status() >= 400)
  await press(page, button)
  await replied
  await page.waitForLoadState()
}

const buttonsOf = (page: Page): Promise<string[]> => page.locator('.decision button:visible').allInnerTexts()

async function shownState(page: Page): Promise<string> {
  await page.reload()
  return await page.locator('.delivery .tag').innerText()
}
