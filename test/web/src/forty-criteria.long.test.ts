import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { it } from './essays.fixture.ts'
import type { Teacher } from './world.fixture.ts'

describeInBrowser('a rubric of forty criteria', () => {
  it('fits in 6,000 pixels at 1,366, with the points in one column, and a field of points beside its label', async ({
    essays,
    teacher,
  }) => {
    await useRubric(teacher, fortyCriteria)
    const { page } = await essays.open(103)
    await page.setViewportSize({ width: 1_366, height: 768 })
    const criteria = page.locator('.criterion[data-criterion]')
    expect(await criteria.count()).toBe(40)
    const [first, last] = [await criteria.first().boundingBox(), await criteria.last().boundingBox()]
    expect((last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0)).toBeLessThan(6_000)
    const ends = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.earned .number')].map((each) => Math.round(each.getBoundingClientRect().right))`,
    )
    expect(new Set(ends).size).toBe(1)
    const points = page.getByRole('group', { name: 'Criterion 3', exact: true })
    const [label, field] = [points.getByText('Points'), points.getByRole('textbox', { name: 'Points' })]
    const [besideIt, typedInto] = [await label.boundingBox(), await field.boundingBox()]
    expect(Math.abs(centreOf(besideIt) - centreOf(typedInto))).toBeLessThan(5)
    await page.context().close()
  })
})

const centreOf = (box: { readonly y: number; readonly height: number } | null): number =>
  (box?.y ?? 0) + (box?.height ?? 0) / 2

async function useRubric(teacher: Teacher, document: RubricDocument): Promise<void> {
  const params = { courseId: 11, exerciseId: 1103 }
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
  const { body: rubric } = await teacher.createRubric({ params, body: { document } })
  await teacher.publishRubric({ params: { rubricId: rubric.rubricId }, ifMatch: '"1"' })
  await teacher.putExerciseGrading({ params, body: { ...settings, rubricId: rubric.rubricId }, ifMatch })
}

type RubricDocument = Parameters<Teacher['createRubric']>[0]['body']['document']

const bothLanguages = (text: string) => ({ en: text, fi: text })

/** Levels, checks and points in turn. */
const fortyCriteria: RubricDocument = {
  title: bothLanguages('Forty criteria'),
  maxPoints: 160,
  startingPoints: 0,
  rounding: 'none',
  criteria: Array.from({ length: 40 }, (_, index) => {
    const criterion = {
      id: `c${index + 1}`,
      title: bothLanguages(`Criterion ${index + 1}`),
      required: true,
      commentRequired: false,
      visibleToStudent: true,
    }
    const choices = ['First', 'Second', 'Third', 'Fourth'].map((name, place) => ({
      id: `l${place}`,
      title: bothLanguages(name),
      points: place + 1,
      commentRequired: false,
    }))
    if (index % 3 === 0) return { ...criterion, kind: 'levels' as const, levels: choices }
    if (index % 3 === 2) return { ...criterion, kind: 'points' as const, min: 0, max: 4, step: 0.5 }
    const checks = choices.slice(1).map((each) => ({ ...each, points: 1, maxTimes: 1, visibility: 'always' as const }))
    return { ...criterion, kind: 'checks' as const, checks, minChecks: 0, maxChecks: null }
  }),
}
