import { describe, expect } from 'vitest'
import { type FeedbackClient, remark } from './feedback-client.fixture.ts'
import type { MyFeedback, StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import type { StudentPage } from '@course-grading/contracts/students/student'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { AssessmentClient } from '../assessments/assessment-client.fixture.ts'
import { itOnExamples, type Page } from '../service-test.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(204))

const shown = (grade: number, penalty: number | null = null): string =>
  `upstream_at = now(), upstream_status = 'ready', upstream_grade = ${grade}, upstream_late_penalty = ${penalty}`
const ofAPerson = { counts: { points: 15, maxPoints: 20 }, because: 'graded_there', latePenalty: null }

describe('getMyFeedback', () => {
  it('shows the released text, and nothing that is only for staff', async ({ assessments, feedback, student }) => {
    const { id } = await released(assessments, feedback)
    const reply = await read(feedback, student, id)
    const text = await reply.text()
    expect(reply.status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
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
    })
    // Random ids and times may have these digits, too.
    expect(text).not.toMatch(/secret|Terry|[:"[ ]101\b/)
  })

  it('says what the platform makes of the points, after the delivery by the maximum at its send', async ({
    service,
    assessments,
    feedback,
    student,
  }) => {
    const { id, assessmentId } = await released(assessments, feedback)
    const result = async () => ((await (await read(feedback, student, id)).json()) as StudentFeedback).result
    await registerSubmission(service, { submissionId: 29_101, submitterIds: [205], maxPoints: 10 })
    expect(await result()).toMatchObject({ points: 17, upstreamPoints: 8, upstreamMaxPoints: 10 })
    await assessments.putDelivery(assessmentId, 'delivered')
    await service.sql`UPDATE delivery SET upstream_max_points = 30
      WHERE result_id = (SELECT id FROM completed_result WHERE assessment_id = ${assessmentId})`
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    // Another result waits for its release.
    await assessments.complete(assessmentId, (await assessments.read(assessmentId)).revision)
    expect(await result()).toMatchObject({ points: 17, upstreamPoints: 26, upstreamMaxPoints: 30 })
  })

  it.for([
    ['while it is on its way', [], { at: null, counts: null, because: 'not_arrived', onItsWay: true }],
    ['late', [shown(8, 0.5)], { counts: { points: 8, maxPoints: 20 }, because: 'late', latePenalty: 0.5 }],
    ['with what a person gave there', [shown(15), "standing = 'changed'"], ofAPerson],
    ['gone', [shown(17), 'gone'], { counts: null, because: 'not_counted' }],
  ] as const)(
    'says what A+ counts in the same way wherever the result is shown: %s',
    async ([, changes, expected], { service, assessments, feedback, teacher, student }) => {
      const { id, assessmentId } = await released(assessments, feedback)
      await assessments.putDelivery(assessmentId, changes.length === 0 ? 'pending' : 'delivered')
      const { submissionId } = await assessments.read(assessmentId)
      for (const change of changes)
        await service.database.query(
          change === 'gone'
            ? 'UPDATE submission SET gone_at = now() WHERE submission_id = $1'
            : `UPDATE delivery SET ${change} WHERE submission_id = $1`,
          [submissionId],
        )
      const own = ((await (await read(feedback, student, id)).json()) as StudentFeedback).result
      const list = (await (await feedback.get('/my/feedback', student)).json()) as Page<MyFeedback>
      const { upstream } = await assessments.read(assessmentId)
      expect(upstream).toMatchObject(expected)
      const toStudent = expected === ofAPerson ? { ...upstream, counts: null } : upstream
      expect([own?.upstream, list.items.find((item) => item.id === id)?.upstream]).toEqual([toStudent, toStudent])
      const ofWork = (row: { readonly submissionId: number }) => row.submissionId === submissionId
      const inLists = async (session: string) => {
        const rows = await service.read<Page<SubmissionRow>>('/courses/11/submissions?userId=204&limit=100', session)
        const page = await service.read<StudentPage>('/courses/11/students/204', session)
        return [rows.items.find(ofWork)?.counted, page.submissions.find(ofWork)?.upstream]
      }
      expect(await inLists(teacher)).toEqual([upstream, upstream])
      expect(await inLists(student)).toEqual([toStudent, toStudent])
    },
  )

  it('has no parts of points from before parts were stored', async ({ service, assessments, feedback, student }) => {
    const { id, assessmentId } = await released(assessments, feedback)
    const before = `UPDATE completed_result SET student_text = (student_text::jsonb #- '{result,parts}')::json WHERE assessment_id = $1`
    await service.database.query(before, [assessmentId])
    expect(await (await read(feedback, student, id)).json()).toMatchObject({ result: { points: 17, parts: [] } })
  })

  it('names course and exercise', async ({ assessments, feedback, student }) => {
    const { id } = await released(assessments, feedback)
    expect(await (await read(feedback, student, id)).json()).toMatchObject({
      courseName: 'Programming 1',
      exerciseName: expect.stringContaining('|en:Essay program|'),
    })
  })

  it('names each criterion as the parts of the points do', async ({ assessments, feedback, student }) => {
    const { id } = await released(assessments, feedback)
    const { result } = (await (await read(feedback, student, id)).json()) as StudentFeedback
    expect(result?.criteria.map((criterion) => criterion.id)).toEqual(['structure', 'faults', 'report'])
  })

  it('has no ids of criteria from before these were stored', async ({ service, assessments, feedback, student }) => {
    const { id, assessmentId } = await released(assessments, feedback)
    const before = `UPDATE completed_result SET student_text = (student_text::jsonb #- '{result,criteria,0,id}')::json WHERE assessment_id = $1`
    await service.database.query(before, [assessmentId])
    const { result } = (await (await read(feedback, student, id)).json()) as StudentFeedback
    expect(result?.criteria.map((criterion) => criterion.id)).toEqual(['', 'faults', 'report'])
  })

  it('records the first reading, which HEAD is none of', async ({ service, assessments, feedback, student }) => {
    const { id } = await released(assessments, feedback)
    await expect(service.request('HEAD', `/my/feedback/${id}`, { session: student })).toBeReply(200)
    expect((await feedback.read(id)).readAt).toBeNull()
    const first = (await (await read(feedback, student, id)).json()) as { readAt: string }
    expect(((await (await read(feedback, student, id)).json()) as { readAt: string }).readAt).toBe(first.readAt)
    expect((await feedback.read(id)).readAt).toBe(first.readAt)
  })

  it('shows the released text, also if the document changes later', async ({ assessments, feedback, student }) => {
    const { id, assessmentId } = await released(assessments, feedback)
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await feedback.patch(id, { body: 'Another.', language: 'fi' }, { revision: 2 })
    expect(await (await read(feedback, student, id)).json()).toMatchObject({
      language: 'en',
      bodyHtml: '<p>See <em>this</em>: 17.</p>\n',
    })
  })

  it('is unread again after another release', async ({ assessments, feedback, student }) => {
    const { id, assessmentId } = await released(assessments, feedback)
    const first = (await (await read(feedback, student, id)).json()) as { readAt: string }
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await feedback.patch(id, { body: 'Another.' }, { revision: 2 })
    await assessments.complete(assessmentId, 3)
    await feedback.release(assessmentId)
    expect((await feedback.read(id)).readAt).toBeNull()
    const second = (await (await read(feedback, student, id)).json()) as { readAt: string; bodyHtml: string }
    expect(second.bodyHtml).toBe('<p>Another.</p>\n')
    expect(second.readAt > first.readAt).toBe(true)
  })

  it('shows none of others, and none that is not released', async ({
    service,
    assessments,
    feedback,
    teacher,
    student,
  }) => {
    const { id } = await released(assessments, feedback)
    await expect(read(feedback, student, id, await service.signIn(202))).toBeProblem(404, 'not_found')
    await expect(read(feedback, student, id, teacher)).toBeProblem(404, 'not_found')
    const draft = await feedback.ofSubmission([204])
    await expect(read(feedback, student, draft.id)).toBeProblem(404, 'not_found')
    await expect(read(feedback, student, await feedback.ofStudent({ userId: 204 }))).toBeProblem(404, 'not_found')
  })
})

async function released(
  assessments: AssessmentClient,
  feedback: FeedbackClient,
): Promise<{ id: string; assessmentId: string }> {
  const made = await feedback.ofSubmission([204])
  await feedback.patch(
    made.id,
    {
      body: 'See *this*: {{points}}.',
      annotations: { a: remark(), b: remark({ private: true, body: 'secret' }) },
    },
    { revision: 1 },
  )
  await assessments.complete(made.assessmentId, 2)
  await feedback.release(made.assessmentId)
  return made
}

const read = (feedback: FeedbackClient, student: string, id: string, session = student) =>
  feedback.get(`/my/feedback/${id}`, session)
