import type { RubricMigrationPage } from '@course-grading/contracts/rubrics/rubric-migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { openMigrationsOf, placeManyAssessments } from './migrations.fixture.ts'
import { aDocument } from './rubrics.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())

const open = (change: object = { startingPoints: 1 }) => openMigrationsOf(service, teacher, change)
const { criteria } = aDocument() as { criteria: { id: string }[] }

describe('getRubricMigration', () => {
  it('shows the plan, and its effect on each assessment', async () => {
    const { place, planned, get } = await open({ criteria: criteria.filter(({ id }) => id !== 'report') })
    const assessmentId = await place(completeScores)
    const plan = await planned()
    const reply = await get(plan.migrationId)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
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
      },
    ])
    expect(plan).toMatchObject({ scoresDropped: 1, replaced: 1, shownChanged: 1 })
  })

  it('is returned page by page', async () => {
    const { planned, get, rubricId } = await open()
    await placeManyAssessments(service, { rubricId, count: 25, commentLength: 15 })
    const { migrationId } = await planned()
    const ids: string[] = []
    for (let cursor = ''; ;) {
      const page = (await (await get(migrationId, `?limit=10${cursor}`)).json()) as RubricMigrationPage
      ids.push(...page.items.map(({ assessmentId }) => assessmentId))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
  })

  it('does not find a plan of another rubric, and is for teachers of the course', async () => {
    const [one, other] = [await open(), await open()]
    const { migrationId } = await one.planned()
    expect(await problemOf(await other.get(migrationId))).toEqual([404, 'not_found'])
    for (const [userId, problem] of [
      [102, [403, 'forbidden']],
      [104, [404, 'not_found']],
    ] as const) {
      const session = await service.signIn(userId)
      const path = `/rubrics/${one.rubricId}/migrations/${migrationId}`
      expect(await problemOf(await service.request('GET', path, { session }))).toEqual(problem)
    }
  })
})
