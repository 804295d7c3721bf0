import type { CourseView } from '@course-grading/contracts/courses/course-view'
import type { StudentPage, StudentRow } from '@course-grading/contracts/students/student'
import { describe, expect } from 'vitest'
import { itOnExamples, type TestService } from '../service-test.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(207))

describe('a course', () => {
  it('shows those who grade how much waits and how much is held', async ({ service, claims, grader, student }) => {
    const counts = async (session: string) => (await read<CourseView>(service, '/courses/11', session)).counts
    const before = await counts(grader)
    await claims.submitted()
    await claims.claimed(grader, await claims.submitted())
    expect(await counts(grader)).toEqual({
      students: before?.students,
      waiting: (before?.waiting ?? 0) + 1,
      inProgress: (before?.inProgress ?? 0) + 1,
    })
    expect(await counts(student)).toBeNull()
  })
})

describe('a student', () => {
  it('counts open and finished work, as far as released', async ({ service, claims, teacher, grader, student }) => {
    const work = async (session: string) => {
      const { openWork, finishedWork } = await read<StudentPage>(service, '/courses/11/students/207', session)
      return [openWork, finishedWork]
    }
    const [older, judged] = [
      await claims.submitted({ submitterIds: [207, 208], submittedAt: '2026-11-01T10:00:00.000Z' }),
      await claims.submitted({ submitterIds: [207], submittedAt: '2026-11-02T10:00:00.000Z' }),
    ]
    expect([await work(teacher), await work(student)]).toEqual([
      [2, 0],
      [2, 0],
    ])
    const { id, revision } = await claims.claimed(grader, judged)
    await service.sql`UPDATE assessment SET scores = '{"points":{"points":50}}', revision = revision + 1 WHERE id = ${id}`
    const completed = await service.request('POST', `/assessments/${id}/complete`, {
      session: grader,
      ifMatch: `"${revision + 1}"`,
    })
    expect(completed.status).toBe(200)
    expect([await work(teacher), await work(student)]).toEqual([
      [1, 1],
      [2, 0],
    ])
    // Only the view decides what students see, so it is replaced.
    await service.database.query(`CREATE OR REPLACE VIEW student_visible_result AS
      SELECT submission_id, id AS result_id, points, max_points, created_at AS released_at, id AS feedback_id,
        NULL::bigint AS user_id, course_id, exercise_id, NULL::json AS text
      FROM completed_result
      WHERE submission_id = ${judged}`)
    expect(await work(student)).toEqual([1, 1])
    const { items } = await read<{ items: StudentRow[] }>(service, '/courses/11/students?q=student07', teacher)
    expect(items).toMatchObject([{ userId: 207, openWork: 1, finishedWork: 1 }])
    expect(older).toBeLessThan(judged)
  })

  it('has superseded work open only while somebody holds it', async ({ service, claims, teacher, grader }) => {
    const openWork = async () => (await read<StudentPage>(service, '/courses/11/students/206', teacher)).openWork
    const before = await openWork()
    const older = await claims.submitted({ submitterIds: [206], submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.claimed(grader, older)
    await claims.submitted({ submitterIds: [206], submittedAt: '2026-11-02T10:00:00.000Z' })
    expect(await openWork()).toBe(before + 2)
    await claims.lapse(older)
    expect(await openWork()).toBe(before + 1)
  })

  it('has open work again while it is graded again', async ({ service, assessments, teacher }) => {
    const id = await assessments.completed(101, [209])
    await expect(assessments.post(id, 'reopen', { body: { reason: 'A file was overlooked.' } })).toBeReply(200)
    expect(await read<StudentPage>(service, '/courses/11/students/209', teacher)).toMatchObject({
      openWork: 1,
      finishedWork: 0,
    })
  })

  it('has assessments in the list of submissions for staff only', async ({ service, claims, teacher, student }) => {
    const assessmentsOf = async (session: string, userId: number) =>
      (await read<StudentPage>(service, `/courses/11/students/${userId}`, session)).submissions.flatMap(
        ({ assessmentId }) => assessmentId ?? [],
      )
    const known =
      await service.sql`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT submission_id, course_id, exercise_id, submitted_at, 'fi', 1, 20, TRUE, FALSE, now()
      FROM snapshot_submission JOIN snapshot_submitter USING (course_id, submission_id)
      WHERE exercise_id = 1103 AND user_id = 207 AND NOT EXISTS (SELECT FROM submission AS known WHERE known.submission_id = snapshot_submission.submission_id)
      LIMIT 1 RETURNING submission_id::float8 AS id`
    const submissionId = Number(known[0]?.['id'])
    await service.sql`INSERT INTO submission_submitter VALUES (${submissionId}, 207)`
    const { id } = await claims.claimed(teacher, submissionId)
    expect(await assessmentsOf(teacher, 207)).toContain(id)
    expect(await assessmentsOf(student, 207)).toEqual([])
  })
})

const read = async <Body>(service: TestService, path: string, session: string): Promise<Body> => {
  const reply = await service.get(path, session)
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Body
}
