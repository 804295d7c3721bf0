import { describe, expect } from 'vitest'
import { anyDocument } from '../feedback/documents-of-student.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { findStudent } from './find-student.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe("a student's own page", () => {
  it('has the states that students see, and points from the release on: the best of an exercise, by their own maximum', async ({
    world,
  }) => {
    const [first, second] = [await world.registered(), await world.registered()]
    const heads = [first, second].map((id) => aHead(id, [501], { status: 'ready', grade: 3 }))
    await refresh(world.frontend, world.courseId, {
      modules: [aModule(1, [11, 12])],
      students: [aStudent(501)],
      submissions: [{ exerciseId: 11, heads }],
    })
    const unseen = { state: 'submitted', points: null }
    const other = { exerciseId: 12, points: null, maxPoints: 10 }
    await world.complete(second, 'held', { points: '12', maxPoints: '40' })
    expect(await world.ownPage()).toEqual({
      submissions: [
        { submissionId: second, ...unseen },
        { submissionId: first, ...unseen },
      ],
      pointsByExercise: [{ exerciseId: 11, points: null, maxPoints: 10 }, other],
    })
    await world.owner.query(
      `WITH released AS (UPDATE completed_result SET released_at = now() WHERE submission_id = $1 RETURNING assessment_id)
      UPDATE feedback SET state = 'published' FROM released WHERE feedback.assessment_id = released.assessment_id`,
      [second],
    )
    await world.owner.query('UPDATE submission SET superseded_by = NULL, in_queue = TRUE WHERE submission_id = $1', [
      first,
    ])
    await world.complete(first, 'held', { maxPoints: '8', isReleased: true })
    expect(await world.ownPage()).toEqual({
      submissions: [
        { submissionId: second, state: 'released', points: 12 },
        { submissionId: first, state: 'released', points: 7.5 },
      ],
      pointsByExercise: [{ exerciseId: 11, points: 7.5, maxPoints: 8 }, other],
    })
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId } = grading
  const ownPage = async () => {
    const reader = { restriction: null, claimer: null, ofStudent: 501 }
    const view = { visibleTo: null, reader, seesAnonymous: true, documents: anyDocument }
    const page = await findStudent(frontend, courseId, 501, view)
    return {
      submissions: page?.submissions.map(({ submissionId, state, points }) => ({ submissionId, state, points })),
      pointsByExercise: page?.pointsByExercise.map(({ exerciseName: _, ...each }) => each),
    }
  }
  return { ...grading, ownPage }
}
