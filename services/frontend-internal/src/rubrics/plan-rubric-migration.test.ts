import { queriesOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import { openMigrationsOf, placeManyAssessments } from './migrations.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('planRubricMigration', () => {
  it('shows how each assessment would change, and changes nothing', async ({ service, assessments }) => {
    const { place, planned, rubricId } = await openMigrationsOf(service, { startingPoints: 1 })
    const completed = await place(completeScores)
    const open = await place({ report: { points: 1 } }, false)
    const before = await Promise.all([completed, open].map((id) => assessments.read(id)))
    expect(await planned()).toEqual({
      migrationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rubricId,
      toVersion: 2,
      exerciseId: null,
      include: ['in_progress', 'completed'],
      state: 'ready',
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      runAt: null,
      assessments: 2,
      inProgress: 1,
      completed: 1,
      replaced: 1,
      shownChanged: 1,
      scoresDropped: 0,
      reopened: 0,
      delivered: 0,
      blocked: 0,
    })
    expect(await Promise.all([completed, open].map((id) => assessments.read(id)))).toEqual(before)
    const lines = service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ event }) => event === 'rubric_migration_planned')).toMatchObject({ count: 2, userId: 101 })
  })

  it('counts a result of the same points as replaced if the maximum changes, and a draft not', async ({ service }) => {
    const { place, planned } = await openMigrationsOf(service, { maxPoints: 40 })
    await place(completeScores)
    await place({ report: { points: 1 } }, false)
    expect(await planned()).toMatchObject({ assessments: 2, replaced: 1, shownChanged: 1 })
  })

  it('has only the requested assessments', async ({ service }) => {
    const { place, planned } = await openMigrationsOf(service, { startingPoints: 1 })
    await place(completeScores)
    expect(await planned({ include: ['in_progress'] })).toMatchObject({ assessments: 0 })
    expect(await planned({ exerciseId: 1104 })).toMatchObject({ assessments: 0, exerciseId: 1104 })
    expect(await planned({ exerciseId: 1103, include: ['completed'] })).toMatchObject({ assessments: 1 })
    expect(await planned({ toVersion: 1 })).toMatchObject({ assessments: 0, toVersion: 1 })
  })

  it('rejects a version that there is not', async ({ service }) => {
    const { plan } = await openMigrationsOf(service, { startingPoints: 1 })
    await expect(plan({ toVersion: 3 })).toBeProblem(400, 'validation_failed', ['$.toVersion invalid_value'])
  })

  it('is made one at a time: two wait, and a third is rejected at once', async ({ service }) => {
    const { plan } = await openMigrationsOf(service, { startingPoints: 1 })
    const { takeTurn } = service.deps.migrationThread
    const waiting = new AbortController()
    const endFirst = await takeTurn(1, waiting.signal)
    const others = [2, 3].map((userId) => takeTurn(userId, waiting.signal))
    await expect(plan()).toBeProblem(503, 'overloaded')
    waiting.abort()
    await expect(Promise.all(others)).rejects.toMatchObject({ code: 'overloaded' })
    const planned = plan()
    endFirst()
    await expect(planned).toBeReply(201)
  })

  it('is not made while the same person makes another', async ({ service }) => {
    const { plan } = await openMigrationsOf(service, { startingPoints: 1 })
    const endTurn = await service.deps.migrationThread.takeTurn(101, AbortSignal.timeout(60_000))
    await expect(plan()).toBeProblem(503, 'overloaded')
    endTurn()
    await expect(plan()).toBeReply(201)
  })

  it('stores a page of a hundred at a time', async ({ service }) => {
    const { planned, rubricId } = await openMigrationsOf(service, { startingPoints: 1 })
    await placeManyAssessments(service, { rubricId, count: 250, commentLength: 15 })
    const { start: transactions } = await queriesOf(service, () => planned())
    expect(transactions).toBe(3)
  })

  it('leaves nothing behind when it fails', async ({ service }) => {
    const { place, plan, rubricId } = await openMigrationsOf(service, { startingPoints: 1 })
    const id = await place(completeScores)
    // Nobody can write such scores, and the thread fails on them.
    await service.sql`UPDATE assessment SET scores = ${'{"report":null}'}, revision = 2 WHERE id = ${id}`
    await expect(plan()).toBeProblem(500, 'internal')
    expect(await service.sql`SELECT FROM rubric_migration WHERE rubric_id = ${rubricId}`).toEqual([])
  })
})
