import { describe, expect } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import { openMigrationsOf, placeManyAssessments } from './migrations.fixture.ts'
import { aDocument } from './rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getRubricMigration', () => {
  it('shows the plan, and its effect on each assessment', async ({ service }) => {
    const { place, planned, get } = await open(service, { criteria: criteria.filter(({ id }) => id !== 'report') })
    const assessmentId = await place(completeScores)
    const plan = await planned()
    const reply = await get(plan.migrationId)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      ...plan,
      items: [
        {
          assessmentId,
          submissionId: expect.any(Number),
          effect: 'result',
          fromVersion: 1,
          pointsBefore: 17,
          pointsAfter: 8.5,
          maxPointsBefore: 20,
          maxPointsAfter: 20,
          shownChanged: true,
          dropped: [{ path: '$.scores.report', code: 'unknown_criterion' }],
          droppedCount: 1,
          blocked: false,
          delivered: false,
        },
      ],
      nextCursor: null,
    })
    expect(plan).toMatchObject({ scoresDropped: 1, replaced: 1, shownChanged: 1 })
  })

  it('is returned page by page', async ({ service }) => {
    const { planned, rubricId } = await open(service)
    await placeManyAssessments(service, { rubricId, count: 25, commentLength: 15 })
    const { migrationId } = await planned()
    const path = `/rubrics/${rubricId}/migrations/${migrationId}?limit=10`
    const pages = await Array.fromAsync(service.pages<{ assessmentId: string }>(path))
    expect(pages.map((items) => items.length)).toEqual([10, 10, 5])
    expect(new Set(pages.flat().map(({ assessmentId }) => assessmentId)).size).toBe(25)
  })

  it('does not find a plan of another rubric', async ({ service }) => {
    const [one, other] = [await open(service), await open(service)]
    const { migrationId } = await one.planned()
    await expect(other.get(migrationId)).toBeProblem(404, 'not_found')
  })
})

const { criteria } = aDocument() as { criteria: { id: string }[] }

const open = (service: TestService, change: object = { startingPoints: 1 }) => openMigrationsOf(service, change)
