import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let lastSubmission = 9803
let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

const put = (templates: object, revision: number, session = client.teacher) =>
  service.request('PUT', '/courses/11/feedback/templates', {
    session,
    ifMatch: `"${revision}"`,
    body: { templates },
  })
const revisionNow = async () =>
  Number(((await (await client.get('/courses/11/feedback/templates')).json()) as { revision: number }).revision)

/** The text that a document about a new submission begins with. */
async function begun(submissionId: number, language = 'en'): Promise<string> {
  await registerSubmission(service, { submissionId, submitterIds: [203, 204], language })
  const reply = await service.request('POST', `/submissions/${submissionId}/claims`, {
    session: client.teacher,
    body: {},
  })
  const { id, feedbackId } = (await reply.json()) as { id: string; feedbackId: string }
  // A grader holds only some at a time.
  await client.assessments.endLease(id)
  return (await client.read(feedbackId)).body
}

const nameExercise = (name: string) =>
  ownerQuery(service, 'UPDATE snapshot_exercise SET name = $1 WHERE course_id = 11 AND exercise_id = 1103', [name])

describe('putFeedbackTemplates', () => {
  it('replaces the templates, once for each revision', async () => {
    const reply = await put({ en: 'Dear {{studentName}},' }, 0)
    expect([reply.status, reply.headers.get('etag')]).toEqual([204, '"1"'])
    expect((await put({ en: 'Hello' }, 1)).headers.get('etag')).toBe('"2"')
    expect(await verdictOf(await put({ en: 'Again' }, 1))).toEqual([412, 'revision_conflict'])
    expect(await verdictOf(await put({ en: 'Again' }, 0))).toEqual([412, 'revision_conflict'])
    expect(await (await client.get('/courses/11/feedback/templates')).json()).toEqual({
      revision: 2,
      templates: { en: 'Hello' },
    })
  })

  it('rejects unknown placeholders and languages', async () => {
    expect(await issuesOf(await put({ en: '{{grade}}', xx: '' }, await revisionNow()))).toEqual([
      '$.templates invalid_value',
      '$.templates.en invalid_value',
    ])
  })

  it('gives new documents their first text, in the language of the work, with the placeholders whose values come later', async () => {
    await nameExercise('|en:Essay_1|fi:Essee|')
    await put(
      { en: '{{studentName}}, {{exerciseName}}: {{points}}/{{maxPoints}}', fi: '{{exerciseName}}' },
      await revisionNow(),
    )
    expect(await begun(9801)).toBe(String.raw`{{studentName}}, Essay\_1: {{points}}/{{maxPoints}}`)
    expect(await begun(9802, 'fi')).toBe('Essee')
  })

  it.each([
    ['# *Anna-Maria*\n<b> {{points}}', String.raw`\# \*Anna-Maria\* \<b\> \{\{points\}\}`],
    ['- x', String.raw`\- x`],
    ['12. x', String.raw`12\. x`],
    [' 1) x', String.raw` 1\) x`],
    ['===', String.raw`\===`],
    ['Anna-Maria', 'Anna-Maria'],
  ])('puts the name %j of an exercise in place as plain text', async (name, plain) => {
    await nameExercise(name)
    await put({ en: '{{exerciseName}}' }, await revisionNow())
    expect(await begun((lastSubmission += 1))).toBe(plain)
  })
})
