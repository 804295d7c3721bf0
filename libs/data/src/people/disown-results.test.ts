import { describe, expect } from 'vitest'
import { disownResults, listCoursesWithResultsToDisown } from './disown-results.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('disownResults', () => {
  it('treats results of submissions without submitters as an erasure does, and only once', async ({ world }) => {
    const theirs = await world.registered({ submitterIds: [701] })
    await world.complete(theirs, 'held')
    const [held, refused, delivered] = [
      await world.withoutSubmitters('held'),
      await world.withoutSubmitters('refused'),
      await world.withoutSubmitters('delivered'),
    ]
    expect(await listCoursesWithResultsToDisown(world.frontend)).toEqual([world.courseId])
    expect(await world.disown()).toBe(3)
    for (const { submissionId } of [held, refused, delivered]) expect(await world.resultOf(submissionId)).toEqual(empty)
    expect(await world.stateOf(held.deliveryId)).toBe('cancelled')
    expect(await world.stateOf(refused.deliveryId)).toBe('cancelled')
    expect(await world.stateOf(delivered.deliveryId)).toBe('delivered')
    expect(await world.resultOf(theirs)).toEqual(whole)
    expect([await listCoursesWithResultsToDisown(world.frontend), await world.disown()]).toEqual([[], 0])
  })

  it('leaves a result for a later run while its grade is on its way or may have arrived', async ({ world }) => {
    const [ambiguous, pending] = [await world.withoutSubmitters('ambiguous'), await world.withoutSubmitters('pending')]
    expect(await world.disown()).toBe(0)
    for (const { submissionId } of [pending, ambiguous]) expect(await world.resultOf(submissionId)).toEqual(whole)
    await world.bringTo(pending.deliveryId, 'delivered')
    await world.resolve(ambiguous.deliveryId, 'delivered')
    expect(await world.disown()).toBe(2)
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { owner, frontend, courseId } = grading
  /** A result of a submission that no longer has a submitter, as an earlier release could leave it. */
  async function withoutSubmitters(state: 'held' | 'pending' | 'delivered' | 'refused' | 'ambiguous') {
    const submissionId = await grading.registered({ submitterIds: [700] })
    const deliveryId = await grading.complete(submissionId, state === 'held' ? 'held' : 'pending')
    if (state !== 'held' && state !== 'pending') await grading.bringTo(deliveryId, state)
    await owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [submissionId])
    return { submissionId, deliveryId }
  }
  const resultOf = (submissionId: number) =>
    grading.one(
      'SELECT feedback_html, payload, points, withdrawn_at IS NULL AS stands FROM completed_result WHERE submission_id = $1',
      [submissionId],
    )
  const disown = () => frontend.transaction((tx) => disownResults(tx, courseId))
  return { ...grading, withoutSubmitters, resultOf, disown }
}

const empty = { feedback_html: '', payload: {}, points: '7.5', stands: false }
const whole = { feedback_html: '<p>good</p>', payload: { rubric: 1 }, points: '7.5', stands: true }
