import { migrationIds } from '@course-grading/contracts/rubrics/rubric-migration'
import { expect, vi } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { placeMigrations, placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { startTestService } from '../service.fixture.ts'
import { startMigrationUpkeep } from './migration-upkeep.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(prepared)

it('the upkeep of rubric migrations removes plans once their hour has passed', async ({ service }) => {
  await ownerQuery(service, "UPDATE rubric_migration SET created_at = now() - interval '61 minutes' WHERE id = $1", [
    migrationIds.unrun,
  ])
  await ownerQuery(service, "DELETE FROM timer_lease WHERE name = 'rubric_migrations'")
  const stopping = new AbortController()
  const { database, logger } = service.deps
  const { ended } = startMigrationUpkeep({ database, logger, stopping: stopping.signal, everyMs: 50 })
  await vi.waitFor(
    async () =>
      expect(await ownerQuery(service, 'SELECT id FROM rubric_migration')).toEqual([{ id: migrationIds.ready }]),
    { timeout: 60_000 },
  )
  stopping.abort()
  await ended
})

async function prepared() {
  const service = await startTestService()

  await placeRubrics(service)
  await placeMigrations(service)
  return service
}
