import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { disownResults, listCoursesWithResultsToDisown } from './disown-results.ts'

const grading = await openGrading()
const { frontend, owner, courseId } = grading
afterAll(() => grading.close())

/** A result of a submission that no longer has a submitter, as an earlier release could leave it. */
async function withoutSubmitters(state: 'held' | 'pending' | 'delivered' | 'refused' | 'ambiguous') {
  const submissionId = await grading.registered({ submitterIds: [700] })
  const deliveryId = await grading.complete(submissionId, state === 'held' ? 'held' : 'pending')
  if (state !== 'held' && state !== 'pending') await grading.put(deliveryId, state)
  await owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [submissionId])
  return { submissionId, deliveryId }
}
const resultOf = (submissionId: number) =>
  grading.one(
    'SELECT feedback_html, payload, points, withdrawn_at IS NULL AS stands FROM completed_result WHERE submission_id = $1',
    [submissionId],
  )
const disown = () => frontend.transaction((tx) => disownResults(tx, courseId))
const empty = { feedback_html: '', payload: {}, points: '7.5', stands: false }
const whole = { feedback_html: '<p>good</p>', payload: { rubric: 1 }, points: '7.5', stands: true }

describe('disownResults', () => {
  it('treats results of submissions without submitters as an erasure does, and only once', async () => {
    const theirs = await grading.registered({ submitterIds: [701] })
    await grading.complete(theirs, 'held')
    const [held, refused, delivered] = [
      await withoutSubmitters('held'),
      await withoutSubmitters('refused'),
      await withoutSubmitters('delivered'),
    ]
    expect(await listCoursesWithResultsToDisown(frontend)).toEqual([courseId])
    expect(await disown()).toBe(3)
    for (const { submissionId } of [held, refused, delivered]) expect(await resultOf(submissionId)).toEqual(empty)
    expect([
      await grading.stateOf(held.deliveryId),
      await grading.stateOf(refused.deliveryId),
      await grading.stateOf(delivered.deliveryId),
    ]).toEqual(['cancelled', 'cancelled', 'delivered'])
    expect(await resultOf(theirs)).toEqual(whole)
    expect([await listCoursesWithResultsToDisown(frontend), await disown()]).toEqual([[], 0])
  })

  it('leaves a result for a later run while its grade is on its way or may have arrived', async () => {
    const [ambiguous, pending] = [await withoutSubmitters('ambiguous'), await withoutSubmitters('pending')]
    expect(await disown()).toBe(0)
    for (const { submissionId } of [pending, ambiguous]) expect(await resultOf(submissionId)).toEqual(whole)
    await grading.put(pending.deliveryId, 'delivered')
    await grading.resolve(ambiguous.deliveryId, 'delivered')
    expect(await disown()).toBe(2)
  })
})
