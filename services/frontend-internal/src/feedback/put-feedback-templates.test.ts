import { asPlainMarkdown } from '@course-grading/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, makeAnonymous } from './feedback-client.fixture.ts'

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

const nameOf = async (userId: number) =>
  String(
    (
      await ownerQuery(service, 'SELECT full_name FROM roster_student WHERE course_id = 11 AND user_id = $1', [userId])
    )[0]?.['full_name'],
  )

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

  it('gives new documents their first text, in the language of the work, with names as plain text', async () => {
    await ownerQuery(
      service,
      `UPDATE snapshot_exercise SET name = '|en:Essay_1|fi:Essee|' WHERE course_id = 11 AND exercise_id = 1103`,
    )
    await put(
      { en: '{{studentName}}, {{exerciseName}}: {{points}}/{{maxPoints}}', fi: '{{exerciseName}}' },
      await revisionNow(),
    )
    const begun = async (submissionId: number, submitterIds: readonly number[], language: string) => {
      await registerSubmission(service, { submissionId, submitterIds: [...submitterIds], language })
      const reply = await service.request('POST', `/submissions/${submissionId}/claims`, {
        session: client.teacher,
        body: {},
      })
      const { feedbackId } = (await reply.json()) as { feedbackId: string }
      return (await client.read(feedbackId)).body
    }
    expect(await begun(9801, [203, 204], 'en')).toBe(
      String.raw`${await nameOf(203)}, ${await nameOf(204)}, Essay\_1: {{points}}/{{maxPoints}}`,
    )
    expect(await begun(9802, [205], 'fi')).toBe('Essee')
    expect(await begun(9803, [99_001], 'en')).toContain('User 99001, ')
    const names = ['- x', '1. x', ' 12) x', '+x', '===', '. x', 'Anna-Maria', '# *x*\n{{points}}']
    await ownerQuery(
      service,
      `UPDATE roster_student SET full_name = name.text FROM unnest($1::text[]) WITH ORDINALITY AS name (text, place)
      WHERE course_id = 11 AND user_id = 206 + name.place`,
      [names],
    )
    const group = names.map((_, place) => 207 + place)
    expect((await begun(9805, group, 'en')).split(', Essay')[0]).toBe(names.map(asPlainMarkdown).join(', '))
    await makeAnonymous(service)
    expect(await begun(9804, [206], 'en')).toBe(String.raw`, Essay\_1: {{points}}/{{maxPoints}}`)
  })
})
