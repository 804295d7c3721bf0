import { describe, expect } from 'vitest'
import { aModule, refresh } from '../testing/a-reading.ts'
import { findAssessment } from './find-assessment.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('the maximum of an exercise that changes upstream after the registration', () => {
  it('is the present one until the grade is delivered, and then the one at its send; the registered one stays', async ({
    world,
  }) => {
    await world.changeUpstream(7)
    const submissionId = await world.registered()
    const deliveryId = await world.complete(submissionId, 'pending')
    // The registration is newer than the snapshot.
    expect(await world.maximaOf(submissionId)).toEqual([10, 10])
    await world.changeUpstream(14)
    expect(await world.maximaOf(submissionId)).toEqual([10, 14])
    const lease = await world.leaseOf(deliveryId)
    expect(lease).toMatchObject({ points: '7.5', maxPoints: '10' })
    await world.sendLeased(lease, 'delivered')
    await world.changeUpstream(20)
    expect(await world.maximaOf(submissionId)).toEqual([10, 14])
  })

  it('is the present one again for an assessment that is reopened after the delivery', async ({ world }) => {
    const submissionId = await world.registered()
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.changeUpstream(21)
    await world.reopen(submissionId)
    expect(await world.maximaOf(submissionId)).toEqual([10, 21])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId, owner } = grading
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
  return { ...grading, changeUpstream, maximaOf }
}
