import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import type { TestService } from '../service.fixture.ts'

/** Refused saves of teacher 101 of the held assessment, as if they had been refused the given number of days ago; returns their ids, the oldest first. */
export async function placeParkedDrafts(service: TestService, count: number, daysAgo = 0): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, index) => `019ea3f2-7801-7b10-8c2d-${String(daysAgo * 1000 + index).padStart(12, '0')}`,
  )
  await service.sql`INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, refused_as, base_revision, content, created_at, fixture)
    SELECT id, 101, 11, ${assessmentIds.held}, 'claim_lost', 1, '{"privateNote":"x"}', now() - make_interval(days => ${daysAgo}), FALSE FROM unnest(${ids}::uuid[]) AS id`
  return ids
}
