import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from '../feedback/feedback-client.fixture.ts'
import { note } from './assessment-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let id: string
let feedbackId: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  ;({ id: feedbackId, assessmentId: id } = await client.ofSubmission([], 102))
})
afterAll(() => service.stop())

const json = async (path: string) => await (await client.get(path)).json()

/** What teachers read about the work that grader 102 holds, who has never signed in. */
async function shown(): Promise<object> {
  const assessment = await client.assessments.read(id)
  const { author, updatedBy } = await client.read(feedbackId)
  const { items } = (await json('/courses/11/claims?limit=100')) as {
    items: { assessmentId: string; holder: object }[]
  }
  const { items: listed } = (await json(`/courses/11/submissions?exerciseId=1103&grader=102`)) as {
    items: { assessment: object }[]
  }
  const refused = await client.assessments.patch(id, note('x'), { revision: 1 })
  return {
    assessment: [assessment.grader, assessment.holder],
    feedback: [author, updatedBy],
    claim: items.find((claim) => claim.assessmentId === id)?.holder,
    listed: listed[0]?.assessment,
    refused: ((await refused.json()) as { detail: string }).detail.replace(/ at .*/, ''),
  }
}

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

describe('a grader who has never signed in', () => {
  it('is shown by the user id while the learning platform has not told the name', async () => {
    expect(await shown()).toEqual(expected('User 102'))
  })

  it('is shown by the name that the learning platform told when the settings were written', async () => {
    const settings = (await json('/courses/11/settings')) as Record<string, unknown> & { revision: number }
    const { revision, courseId: _courseId, tags: _tags, ltiLoginUrl: _ltiLoginUrl, ...change } = settings
    const write = { session: client.teacher, ifMatch: `"${revision}"`, body: change }
    expect((await service.request('PUT', '/courses/11/settings', write)).status).toBe(200)
    expect(await shown()).toEqual(expected('Assi Suomenkielinen'))
  })

  it('is shown by the name on the roster if the learning platform has told no other', async () => {
    await ownerQuery(service, 'DELETE FROM staff_name WHERE user_id = 102')
    await ownerQuery(
      service,
      `INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      VALUES (11, 102, 'a', 'Rosa Roster', '', '{}', '')`,
    )
    expect(await shown()).toEqual(expected('Rosa Roster'))
  })
})
