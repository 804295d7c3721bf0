import { describe, expect } from 'vitest'
import { note } from './assessment-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('a refused save of somebody who has as many parked drafts as are kept', () => {
  const both = [
    { owner: 101, drafts: 20 },
    { owner: 103, drafts: 20 },
  ]

  it("of an assessment takes the place of one's own oldest draft only", async ({ service, assessments, feedback }) => {
    const { assessmentId } = await feedback.ofSubmission()
    await parkTwenty(service, 'assessment_id', assessmentId)
    await expect(assessments.patch(assessmentId, note('typed'), { revision: 7 })).toBeReply(412)
    expect(await countOf(service, 'assessment_id', assessmentId)).toEqual(both)
  })

  it("of a document takes the place of one's own oldest draft only", async ({ service, feedback }) => {
    const { id } = await feedback.ofSubmission()
    await parkTwenty(service, 'feedback_id', id)
    await expect(feedback.patch(id, { body: 'typed' }, { revision: 7 })).toBeReply(412)
    expect(await countOf(service, 'feedback_id', id)).toEqual(both)
  })
})

/** As many parked drafts of an assessment or a document as are kept, for each of the two graders. */
const parkTwenty = (service: TestService, column: 'assessment_id' | 'feedback_id', id: string) =>
  service.database.query(
    `INSERT INTO parked_draft (id, owner_id, course_id, ${column}, refused_as, base_revision, content, created_at, fixture)
    SELECT gen_random_uuid(), owner.id, 11, $1, 'claim_lost', 1, '{}', now(), FALSE
    FROM unnest('{101,103}'::bigint[]) AS owner (id), generate_series(1, 20)`,
    [id],
  )

const countOf = (service: TestService, column: 'assessment_id' | 'feedback_id', id: string) =>
  service.database.query(
    `SELECT owner_id::int AS owner, count(*)::int AS drafts FROM parked_draft WHERE ${column} = $1 GROUP BY owner_id ORDER BY owner_id`,
    [id],
  )
