import { describeInBrowser } from '@course-grading/test-kit/browser'
import { allowedCallbacks, registerCapability } from '@course-grading/test-system/register-capability'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from './grading.fixture.ts'
import { aDocument, fieldIn } from './rubric.fixture.ts'
import { it as onSite, type Teacher } from './world.fixture.ts'

/** The tests are a sequence: each continues where the one before it stopped. Without scripts. */
describeInBrowser('a rubric that changes while forty works are begun and completed', () => {
  it('brings new words to open work at once', async ({ site, works }) => {
    page = await site.signedIn(101)
    await page.goto(`${site.url}/courses/11/rubrics/${works.rubricId}/edit?open=structure`)
    await fieldIn(page, /Structure/, 'Title').fill('Form')
    await press(page, 'Save and publish')
    expect(await main()).toContain('Graders of the 20 begun works read the new words at once.')
    await press(page, 'Publish new wording')
    const work = await page.context().newPage()
    await work.goto(`${site.url}/grade/${works.begun[0]}`)
    expect(await work.getByRole('group', { name: 'Form' }).count()).toBeGreaterThan(0)
    await work.close()
  }, 300_000)

  it('keeps works on their version until a plan shows what would change', async ({ site, works, teacher }) => {
    await page.goto(`${site.url}/courses/11/rubrics/${works.rubricId}/edit?open=structure`)
    await fieldIn(page, 'Worth 10', 'Points').fill('8')
    await press(page, 'Save and publish')
    await press(page, 'Publish version 2')
    expect((await assessmentOf(teacher, works.completed[0])).points).toBe(18)
    await page.getByRole('link', { name: 'Move works' }).click()
    await press(page, 'Show what would change by this')
    const text = await main()
    expect(text).toContain('20 begun and 20 completed works go to version 2.')
    expect(text).toContain('Results with other points or another maximum, which wait for a release: 20.')
  })

  it('plans again where a work was saved meanwhile, and moves nothing before', async ({ works, teacher }) => {
    await save(teacher, await assessmentOf(teacher, works.begun[0]), { privateNote: 'Saved meanwhile' })
    await press(page, 'Move 40 works')
    expect(await page.getByRole('alert').innerText()).toContain('Nothing was moved')
    expect((await assessmentOf(teacher, works.completed[0])).points).toBe(18)
    await page.getByRole('link', { name: 'Plan again' }).click()
    await press(page, 'Show what would change by this')
    await press(page, 'Move 40 works')
    expect(await page.getByRole('status').innerText()).toBe('40 works were moved. Nothing was sent.')
  })

  it('sends nothing before a release, and then the points of the new version', async ({ world, works, teacher }) => {
    const { body } = await teacher.getRubric({ params: { rubricId: works.rubricId } })
    expect(body.uses).toEqual([{ version: 2, inProgress: 20, completed: 20 }])
    const grades = () => works.submissions.map((id) => world.upstream.world.submission(id).grade ?? 0)
    const { body: listed } = await teacher.listDeliveries({ params: exercise, query: {} })
    const held = listed.items.filter(({ state }) => state === 'held').map(({ points }) => points)
    expect(held).toEqual(Array(20).fill(16))
    expect([grades().filter((grade) => grade > 0), listed.items.flatMap(({ sends }) => sends)]).toEqual([[], []])
    await teacher.releaseGrades({ params: exercise, body: { assessmentIds: works.completed } })
    await expect.poll(() => grades().filter((grade) => grade > 0), { timeout: 30_000 }).toEqual(Array(20).fill(80))
  })
})

let page: Page
const main = (): Promise<string> => page.getByRole('main').innerText()
const exercise = { courseId: 11, exerciseId: 1104 }
const scores = {
  language: { points: 3 },
  structure: { levelId: 'l10' },
  tests: { checks: { c1: 1, c4: 1 } },
}

interface Works {
  readonly rubricId: string
  readonly submissions: readonly number[]
  /** Assessments. */
  readonly begun: readonly string[]
  readonly completed: string[]
}

// Twenty works that are begun and as many that are completed with 18 of 20 points, beside a worker that would send their grades.
const it = onSite.extend('works', { scope: 'file' }, async ({ world, teacher }): Promise<Works> => {
  const CAPABILITY_KEYS = `k-1:${Buffer.alloc(32, 1).toString('base64')}`
  const manualGrading = await world.start('manual-grading', { ...allowedCallbacks(world), CAPABILITY_KEYS })
  const { body: made } = await teacher.createRubric({ params: { courseId: 11 }, body: { document: aDocument } })
  const { rubricId } = made
  await teacher.publishRubric({ params: { rubricId }, ifMatch: '"1"' })
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params: exercise })
  const grading = { ...settings, rubricId, attempts: 'all', release: 'manual', maxOpenClaims: 50 } as const
  await teacher.putExerciseGrading({ params: exercise, body: grading, ifMatch })
  const submissions: number[] = []
  const assessments: string[] = []
  for (let number = 0; number < 40; number += 1) {
    const submitterIds = [201 + (number % 15)]
    const { id: submissionId } = world.upstream.world.addSubmission({ exerciseId: 1104, submitterIds, language: 'en' })
    await registerCapability(world, manualGrading, { submissionId, maxPoints: 100 })
    const { body: claimed } = await teacher.claimSubmission({ params: { submissionId } })
    const ifMatch = await save(teacher, claimed, { scores })
    if (number < 20) await teacher.completeAssessment({ params: { id: claimed.id }, ifMatch })
    submissions.push(submissionId)
    assessments.push(claimed.id)
  }
  return { rubricId, submissions, completed: assessments.slice(0, 20), begun: assessments.slice(20) }
})

async function assessmentOf(teacher: Teacher, id = '') {
  const { body } = await teacher.getAssessment({ params: { id } })
  return body
}

/** Resolves to the revision with it. */
async function save(
  teacher: Teacher,
  { id, revision: base }: { readonly id: string; readonly revision: number },
  body: Parameters<Teacher['patchAssessment']>[0]['body'],
): Promise<string> {
  const { etag } = await teacher.patchAssessment({ params: { id }, query: { base }, body })
  return etag
}
