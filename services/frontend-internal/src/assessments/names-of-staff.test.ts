import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { OpenClaim } from '@course-grading/contracts/claims/queue'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { describe, expect } from 'vitest'
import { itOnExamples, type TestService } from '../service-test.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'
import { assessmentClient, note } from './assessment-client.fixture.ts'

/** What grader 102 holds, who has never signed in. */
const it = itOnExamples.extend('work', { scope: 'file' }, ({ feedback }) => feedback.ofSubmission([], 102))

describe('a grader who has never signed in', () => {
  it('is shown by the user id while the learning platform has not told the name', async ({ service, work }) => {
    expect(await shown(service, work)).toEqual(expected('User 102'))
  })

  it('is shown by the name that the platform told when settings were written', async ({ service, work }) => {
    await changeSettings(service)
    expect(await shown(service, work)).toEqual(expected('Assi Suomenkielinen'))
  })

  it('is shown by the name on the roster if the learning platform has told no other', async ({ service, work }) => {
    await service.sql`DELETE FROM staff_name WHERE user_id = 102`
    await service.sql`INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      VALUES (11, 102, 'a', 'Rosa Roster', '', '{}', '')`
    expect(await shown(service, work)).toEqual(expected('Rosa Roster'))
  })
})

const expected = (fullName: string) => {
  const grader = { userId: 102, fullName, alias: false }
  return {
    assessment: [grader, grader],
    feedback: [grader, grader],
    claim: grader,
    listed: expect.objectContaining({ grader, holder: grader }),
    refused: `${fullName} holds it. ${fullName} changed it`,
  }
}

/** What teachers read about the work. */
async function shown(service: TestService, { id, assessmentId }: { id: string; assessmentId: string }) {
  const { grader, holder } = await service.read<Assessment>(`/assessments/${assessmentId}`)
  const { author, updatedBy } = await service.read<FeedbackDocument>(`/feedback/${id}`)
  const { items } = await service.read<{ items: OpenClaim[] }>('/courses/11/claims?limit=100')
  const listed = await service.read<{ items: SubmissionRow[] }>('/courses/11/submissions?exerciseId=1103&grader=102')
  const refused = await assessmentClient(service).patch(assessmentId, note('x'), { revision: 1 })
  return {
    assessment: [grader, holder],
    feedback: [author, updatedBy],
    claim: items.find((claim) => claim.assessmentId === assessmentId)?.holder,
    listed: listed.items[0]?.assessment,
    refused: ((await refused.json()) as { detail: string }).detail.replace(/ at .*/, ''),
  }
}
