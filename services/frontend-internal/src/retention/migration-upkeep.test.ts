import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'
import { startMigrationUpkeep } from './migration-upkeep.ts'

describe('the upkeep of rubric migrations', () => {
  it('removes plans once their hour has passed', async ({ service, jobs }) => {
    await service.sql`UPDATE rubric_migration SET created_at = now() - interval '61 minutes' WHERE id = ${migrationIds.unrun}`
    await jobs.start(startMigrationUpkeep)
    await expect.poll(() => service.sql`SELECT id FROM rubric_migration`).toEqual([{ id: migrationIds.ready }])
  })
})
