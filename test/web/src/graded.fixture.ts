import { allowedCallbacks, registerCapability } from '@course-grading/test-system/register-capability'
import { expect } from 'vitest'
import { it as onSite } from './world.fixture.ts'

const exercise = { courseId: 11, exerciseId: 1104 }
export const deliveries = '/courses/11/deliveries'

/** A grade of 50 points. */
export interface Graded {
  readonly submissionId: number
  /** Of its delivery. */
  readonly id: string
  readonly path: string
  readonly review: (points: number) => void
}

/** Grades that set out through the worker, and do not arrive. */
export const it = onSite.extend('graded', { scope: 'file' }, async ({ world, teacher }) => {
  const { upstream } = world
  upstream.world.setRole(11, 104, 'teacher')
  // The key that the essays of the demo are said to be sealed with.
  const CAPABILITY_KEYS = `k-1:${Buffer.alloc(32, 1).toString('base64')}`
  const manualGrading = await world.start('manual-grading', { ...allowedCallbacks(world), CAPABILITY_KEYS })
  const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params: exercise })
  const grading = { ...settings, rubricId: null, attempts: 'all', release: 'immediate', maxOpenClaims: 50 } as const
  await teacher.putExerciseGrading({ params: exercise, body: grading, ifMatch })
  let student = 200

  /** Judges a new submission, whose grade sets out at once; `before` happens at A+ before that. */
  async function grade(state: 'refused' | 'ambiguous', before: (submissionId: number) => void): Promise<Graded> {
    student += 1
    const { exerciseId } = exercise
    const { id: submissionId } = upstream.world.addSubmission({ exerciseId, submitterIds: [student], language: 'en' })
    await registerCapability(world, manualGrading, { submissionId, maxPoints: 100 })
    before(submissionId)
    const { body: claimed } = await teacher.claimSubmission({ params: { submissionId } })
    const params = { id: claimed.id }
    const saved = await teacher.patchAssessment({
      params,
      query: { base: claimed.revision },
      body: { scores: { points: { points: 50 } } },
    })
    await teacher.completeAssessment({ params, ifMatch: saved.etag })
    let id: string | undefined
    await expect
      .poll(async () => {
        const { body } = await teacher.listDeliveries({ params: exercise, query: { state } })
        id = body.items.find((delivery) => delivery.submissionId === submissionId)?.id
        return id
      })
      .toBeDefined()
    if (id === undefined) throw new Error('nothing was delivered')
    return { submissionId, id, path: `/deliveries/${id}`, review: (points) => review(submissionId, points) }
  }
  const review = (submissionId: number, points: number) => upstream.review(submissionId, { graderId: 103, points })

  return {
    elsewhere: (points: number) => grade('refused', (submissionId) => review(submissionId, points)),
    ambiguous: () =>
      grade('ambiguous', (submissionId) => {
        const path = `/api/v2/submissions/${submissionId}/grader`
        upstream.faults.add({ method: 'POST', path, times: 1, action: { kind: 'reset_after_body' } })
      }),
    /** What A+ gave to send grades with. */
    expire: (submissionId: number) =>
      world.query(
        "UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id = $1",
        [submissionId],
      ),
    settle: () => world.query('UPDATE delivery_control SET settle_s = 0'),
    gradeInPlatform: (submissionId: number) => upstream.world.submission(submissionId).grade,
  }
})
