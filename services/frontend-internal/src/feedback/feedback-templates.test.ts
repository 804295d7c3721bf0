import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { FeedbackClient } from './feedback-client.fixture.ts'
import type { AssessmentClient } from '../assessments/assessment-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('getFeedbackTemplates', () => {
  it('has none at revision 0 before the first write, and is for graders', async ({ service }) => {
    const get = async (userId: number) => service.get('/courses/11/feedback/templates', await service.signIn(userId))
    const reply = await get(101)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual({ revision: 0, templates: {} })
    await expect(get(201)).toBeProblem(403, 'forbidden')
  })
})

describe('putFeedbackTemplates', () => {
  it('replaces the templates, once for each revision', async ({ service, feedback }) => {
    await expect(put(service, { en: 'Dear {{studentName}},' }, 0)).toBeRevision(204, 1)
    expect((await put(service, { en: 'Hello' }, 1)).headers.get('etag')).toBe('"2"')
    await expect(put(service, { en: 'Again' }, 1)).toBeProblem(412, 'revision_conflict')
    await expect(put(service, { en: 'Again' }, 0)).toBeProblem(412, 'revision_conflict')
    expect(await (await feedback.get('/courses/11/feedback/templates')).json()).toEqual({
      revision: 2,
      templates: { en: 'Hello' },
    })
  })

  it('rejects unknown placeholders and languages', async ({ service, feedback }) => {
    expect(await issuesOf(await put(service, { en: '{{grade}}', xx: '' }, await revisionNow(feedback)))).toEqual([
      '$.templates invalid_value',
      '$.templates.en invalid_value',
    ])
  })

  it('gives new documents their first text in the language of the work', async ({ service, assessments, feedback }) => {
    await nameExercise(service, '|en:Essay_1|fi:Essee|')
    await put(
      service,
      { en: '{{studentName}}, {{exerciseName}}: {{points}}/{{maxPoints}}', fi: '{{exerciseName}}' },
      await revisionNow(feedback),
    )
    expect(await begun(service, assessments, feedback, 9801)).toBe(
      String.raw`{{studentName}}, Essay\_1: {{points}}/{{maxPoints}}`,
    )
    expect(await begun(service, assessments, feedback, 9802, 'fi')).toBe('Essee')
  })
})

const put = (service: TestService, templates: object, revision: number, session?: string) =>
  service.send('PUT', '/courses/11/feedback/templates', {
    session,
    ifMatch: `"${revision}"`,
    body: { templates },
  })

const revisionNow = async (feedback: FeedbackClient) =>
  Number(((await (await feedback.get('/courses/11/feedback/templates')).json()) as { revision: number }).revision)

/** The text that a document about a new submission begins with. */
async function begun(
  service: TestService,
  assessments: AssessmentClient,
  feedback: FeedbackClient,
  submissionId: number,
  language = 'en',
): Promise<string> {
  await registerSubmission(service, { submissionId, submitterIds: [203, 204], language })
  const reply = await service.send('POST', `/submissions/${submissionId}/claims`, {
    body: {},
  })
  const { id, feedbackId } = (await reply.json()) as { id: string; feedbackId: string }
  // A grader holds only some at a time.
  await assessments.endLease(id)
  return (await feedback.read(feedbackId)).body
}

const nameExercise = (service: TestService, name: string) =>
  service.sql`UPDATE snapshot_exercise SET name = ${name} WHERE course_id = 11 AND exercise_id = 1103`
