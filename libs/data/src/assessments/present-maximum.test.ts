import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { aModule, refresh } from '../testing/a-reading.ts'
import { findAssessment } from './find-assessment.ts'

const grading = await openGrading()
const { frontend, courseId, owner } = grading
afterAll(() => grading.close())

const changeUpstream = (maxPoints: number) =>
  refresh(frontend, courseId, {
    modules: [aModule(1, [], { exercises: [{ exerciseId: 11, name: 'Essay', maxPoints }] })],
  })

const maximaOf = async (submissionId: number) => {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM assessment WHERE submission_id = $1', [
    submissionId,
  ])
  const assessment = await findAssessment(frontend, rows[0]?.id ?? '')
  return [assessment?.registeredMaxPoints, assessment?.upstreamMaxPoints]
}

describe('the maximum of an exercise that changes upstream after the registration', () => {
  it('is the present one until the grade is delivered, and then the one at its send; the registered one stays', async () => {
    await changeUpstream(7)
    const submissionId = await grading.registered()
    const deliveryId = await grading.complete(submissionId, 'pending')
    // The registration is newer than the snapshot.
    expect(await maximaOf(submissionId)).toEqual([10, 10])
    await changeUpstream(14)
    expect(await maximaOf(submissionId)).toEqual([10, 14])
    const lease = await grading.leaseOf(deliveryId)
    expect(lease).toMatchObject({ points: '7.5', maxPoints: '10' })
    await grading.finish(lease, 'delivered')
    await changeUpstream(20)
    expect(await maximaOf(submissionId)).toEqual([10, 14])
  })

  it('is the present one again for an assessment that is reopened after the delivery', async () => {
    const submissionId = await grading.registered()
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    await changeUpstream(21)
    await grading.withdraw(submissionId)
    expect(await maximaOf(submissionId)).toEqual([10, 21])
  })
})
