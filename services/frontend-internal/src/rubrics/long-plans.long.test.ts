import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RubricMigration } from '@course-grading/contracts/rubrics/rubric-migration'
import { describe, expect } from 'vitest'
import { openMigrationsOf, placeManyAssessments } from './migrations.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('a plan for 5,000 assessments with long comments', { timeout: 600_000 }, () => {
  it('is made within 120 s, without making other requests wait, and then run', async ({ service }) => {
    const { plan, run, rubricId } = await openMigrationsOf(service, { startingPoints: 1 })
    await placeManyAssessments(service, { rubricId, count: 5_000, commentLength: 3_000 })
    const delays = monitorEventLoopDelay({ resolution: 1 })
    const startedAt = performance.now()
    delays.enable()
    const planned = await plan()
    delays.disable()
    const body = (await planned.json()) as RubricMigration
    expect(planned.status).toBe(201)
    expect(body).toMatchObject({ assessments: 5_000, replaced: 5_000 })
    expect(performance.now() - startedAt).toBeLessThan(120_000)
    // In nanoseconds. The remaining delays come from garbage collection and a busy machine.
    expect(delays.percentile(99) / 1e6).toBeLessThan(20)
    await expect(run(body.migrationId)).toBeReply(200)
  })
})

describe('planRubricMigration', () => {
  it('accepts at most 5,000 assessments', async ({ service }) => {
    const { plan, rubricId } = await openMigrationsOf(service, { startingPoints: 1 })
    await placeManyAssessments(service, { rubricId, count: 5_001, commentLength: 15 })
    await expect(plan()).toBeProblem(400, 'validation_failed', ['$.include too_large'])
    expect(await service.sql`SELECT FROM rubric_migration WHERE rubric_id = ${rubricId}`).toEqual([])
  })
})
