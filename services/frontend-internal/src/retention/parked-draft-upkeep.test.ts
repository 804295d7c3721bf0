import { createLogger } from '@course-grading/http-kit'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import { describe, expect, vi } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { startParkedDraftUpkeep } from './parked-draft-upkeep.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('the upkeep of parked drafts', () => {
  it('deletes all that are older than seven days, and no others', async ({ service }) => {
    await ownerQuery(
      service,
      `INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
      SELECT gen_random_uuid(), 101, 11, $1, 'claim_lost', 1, '{}', now() - interval '7 days' + make_interval(secs => CASE number % 2 WHEN 0 THEN -1 ELSE 600 END), FALSE
      FROM generate_series(1, 1202) AS number`,
      [assessmentIds.held],
    )
    await ownerQuery(service, "DELETE FROM timer_lease WHERE name = 'expired_drafts'")
    const stopping = new AbortController()
    const logger = createLogger({ service: 'upkeep', version: 'test', level: 'silent' })
    const upkeep = startParkedDraftUpkeep({
      database: service.deps.database,
      logger,
      stopping: stopping.signal,
      everyMs: 50,
    })
    const count = async () => Number((await ownerQuery(service, 'SELECT count(*) FROM parked_draft'))[0]?.['count'])
    await vi.waitFor(async () => expect(await count()).toBe(602), { timeout: 60_000 })
    stopping.abort()
    await upkeep.ended
    expect(await ownerQuery(service, 'SELECT FROM parked_draft WHERE id = $1', [parkedDraftId])).toHaveLength(1)
  })
})
