import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { findSubmission } from './find-submission.ts'
import { listAttempts } from './list-attempts.ts'
import { listSubmissions } from './list-submissions.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

const grading = await openGrading()
const { courseId, registered, complete, frontend, owner } = grading
afterAll(() => grading.close())

let shown: number
let kept: number
beforeAll(async () => {
  shown = await registered({ maxPoints: 20 })
  kept = await registered({ maxPoints: 20 })
  await complete(shown, 'held', { points: '3' })
  await complete(kept, 'pending', { points: '4' })
  // Replaces the view by other data, as a later release may, to show that the view alone decides what students see.
  await owner.query(`
    CREATE OR REPLACE VIEW student_visible_result AS
    SELECT completed_result.submission_id, completed_result.id AS result_id, completed_result.points - 1 AS points,
      completed_result.max_points, completed_result.created_at AS released_at, NULL::uuid AS feedback_id, NULL::bigint AS user_id,
      completed_result.course_id, completed_result.exercise_id, completed_result.student_text AS text
    FROM completed_result
    WHERE completed_result.submission_id = ${shown}`)
})

const own = (change = {}) => listSubmissions(frontend, aSubmissionQuery(courseId, { ofStudent: 501, ...change }))

describe('the results that students see', () => {
  it("are those of the view, in the student's list", async () => {
    expect(await own()).toMatchObject([
      { submissionId: kept, state: 'submitted', points: null, maxPoints: 20 },
      { submissionId: shown, state: 'released', points: 2, maxPoints: 10 },
    ])
  })

  it('are filtered by the state that students see', async () => {
    expect(await own({ state: 'released' })).toMatchObject([{ submissionId: shown }])
    expect(await own({ state: 'submitted' })).toMatchObject([{ submissionId: kept }])
  })

  it('are those of the view, among attempts', async () => {
    const query = {
      courseId,
      exerciseId: 11,
      submitterIds: [501],
      restriction: null,
      claimer: null,
      isNamed: true,
      reader: 'student',
    } as const
    expect(await listAttempts(frontend, query)).toMatchObject([
      { submissionId: kept, state: 'submitted', points: null },
      { submissionId: shown, state: 'released', points: 2 },
    ])
  })

  it('are returned to staff, together with the points that staff see', async () => {
    const find = (submissionId: number) => findSubmission(frontend, { submissionId, userId: 501 })
    expect((await find(shown))?.submission).toMatchObject({
      state: 'completed',
      points: 3,
      visible: { points: 2, maxPoints: 10, resultId: expect.stringMatching(/^[\da-f-]{36}$/) },
    })
    expect((await find(kept))?.submission).toMatchObject({ state: 'completed', points: 4, visible: null })
  })
})
