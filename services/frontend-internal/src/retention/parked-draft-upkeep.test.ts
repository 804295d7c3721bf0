import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'
import { startParkedDraftUpkeep } from './parked-draft-upkeep.ts'

describe('the upkeep of parked drafts', () => {
  it('deletes all that are older than seven days, and no others', async ({ service, jobs }) => {
    await service.sql`INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
      SELECT gen_random_uuid(), 101, 11, ${assessmentIds.held}, 'claim_lost', 1, '{}', now() - interval '7 days' + make_interval(secs => CASE number % 2 WHEN 0 THEN -1 ELSE 600 END), FALSE
      FROM generate_series(1, 1202) AS number`
    await jobs.start(startParkedDraftUpkeep)
    await expect.poll(() => service.sql`SELECT count(*)::int FROM parked_draft`).toEqual([{ count: 602 }])
    expect(await service.sql`SELECT FROM parked_draft WHERE id = ${parkedDraftId}`).toHaveLength(1)
  })
})
