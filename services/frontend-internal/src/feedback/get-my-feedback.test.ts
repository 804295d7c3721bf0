import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, remark } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let student: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  student = await service.signIn(204)
})
afterAll(() => service.stop())

async function released(): Promise<{ id: string; assessmentId: string }> {
  const made = await client.ofSubmission([204])
  await client.patch(
    made.id,
    {
      body: 'See *this*: {{points}}.',
      annotations: { a: remark(), b: remark({ private: true, body: 'secret' }) },
    },
    { revision: 1 },
  )
  await client.assessments.complete(made.assessmentId, 2)
  await client.release(made.assessmentId)
  return made
}
const read = (id: string, session = student) => client.get(`/my/feedback/${id}`, session)

describe('getMyFeedback', () => {
  it('shows the released text, and nothing that is only for staff', async () => {
    const { id } = await released()
    const reply = await read(id)
    const text = await reply.text()
    expect([reply.status, JSON.parse(text)]).toMatchObject([
      200,
      {
        id,
        courseId: 11,
        exerciseId: 1103,
        language: 'en',
        bodyHtml: '<p>See <em>this</em>: 17.</p>\n',
        annotations: [{ anchor: { fileId: 71, path: 'essay.txt' }, startLine: 3, bodyHtml: '<p>Why?</p>\n' }],
        result: {
          points: 17,
          maxPoints: 20,
          parts: [
            { kind: 'criterion', criterionId: 'structure', points: 8.5 },
            { kind: 'criterion', criterionId: 'faults', points: 0 },
            { kind: 'criterion', criterionId: 'report', points: 8.25 },
            { kind: 'rounding', points: 0.25 },
          ],
        },
      },
    ])
    for (const secret of ['secret', 'Terry', 'User 101', '101']) expect(text).not.toContain(secret)
  })

  it('has no parts of points that were completed before parts were stored', async () => {
    const { id, assessmentId } = await released()
    const before = `UPDATE completed_result SET student_text = (student_text::jsonb #- '{result,parts}')::json WHERE assessment_id = $1`
    await ownerQuery(service, before, [assessmentId])
    expect(await (await read(id)).json()).toMatchObject({ result: { points: 17, parts: [] } })
  })

  it('records the first reading', async () => {
    const { id } = await released()
    const first = (await (await read(id)).json()) as { readAt: string }
    expect(((await (await read(id)).json()) as { readAt: string }).readAt).toBe(first.readAt)
    expect((await client.read(id)).readAt).toBe(first.readAt)
  })

  it('shows the released text, also if the document changes later', async () => {
    const { id, assessmentId } = await released()
    await client.assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await client.patch(id, { body: 'Another.', language: 'fi' }, { revision: 2 })
    expect(await (await read(id)).json()).toMatchObject({ language: 'en', bodyHtml: '<p>See <em>this</em>: 17.</p>\n' })
  })

  it('is unread again after another release', async () => {
    const { id, assessmentId } = await released()
    const first = (await (await read(id)).json()) as { readAt: string }
    await client.assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await client.patch(id, { body: 'Another.' }, { revision: 2 })
    await client.assessments.complete(assessmentId, 3)
    await client.release(assessmentId)
    expect((await client.read(id)).readAt).toBeNull()
    const second = (await (await read(id)).json()) as { readAt: string; bodyHtml: string }
    expect(second.bodyHtml).toBe('<p>Another.</p>\n')
    expect(second.readAt > first.readAt).toBe(true)
  })

  it('does not show the documents of other people, nor those that are not released', async () => {
    const { id } = await released()
    expect(await verdictOf(await read(id, await service.signIn(202)))).toEqual([404, 'not_found'])
    expect(await verdictOf(await read(id, client.teacher))).toEqual([404, 'not_found'])
    const draft = await client.ofSubmission([204])
    expect(await verdictOf(await read(draft.id))).toEqual([404, 'not_found'])
    expect(await verdictOf(await read(await client.ofStudent({ userId: 204 })))).toEqual([404, 'not_found'])
  })

  it('shows nothing of a module or a course that is hidden', async () => {
    const { id } = await released()
    await ownerQuery(service, 'UPDATE snapshot_module SET hidden = TRUE WHERE course_id = 11')
    expect(await verdictOf(await read(id))).toEqual([404, 'not_found'])
    await ownerQuery(service, 'UPDATE snapshot_module SET hidden = FALSE WHERE course_id = 11')
    await ownerQuery(service, 'UPDATE course_snapshot SET visible = FALSE WHERE course_id = 11')
    expect(await verdictOf(await read(id))).toEqual([404, 'not_found'])
    await ownerQuery(service, 'UPDATE course_snapshot SET visible = TRUE WHERE course_id = 11')
    expect((await read(id)).status).toBe(200)
  })
})
