import { describe, expect } from 'vitest'
import { listGrades } from '../grading/list-grades.ts'
import { selectSubmissions } from '../submissions/list-submissions.ts'
import { aSubmissionQuery } from '../submissions/submission-query.fixture.ts'
import { aModule, refresh } from '../testing/a-reading.ts'
import { findAssessment } from './find-assessment.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('the maximum of an exercise that changes upstream after the registration', () => {
  it('is what a registration of any submission or a refresh told last', async ({ world }) => {
    const submissionId = await world.registered()
    await world.complete(submissionId, 'held')
    await world.changeUpstream(7)
    expect(await world.shownMaximum(submissionId)).toBe(7)
    const other = await world.registered({ maxPoints: 12 })
    expect(await world.shownMaximum(submissionId)).toBe(12)
    await world.changeUpstream(14)
    expect(await world.shownMaximum(submissionId)).toBe(14)
    await world.register({ submissionId: other, maxPoints: 16 })
    expect(await world.shownMaximum(submissionId)).toBe(16)
  })

  it('is what lists and the export show of work without a result', async ({ world }) => {
    const submissionId = await world.registered()
    await world.changeUpstream(7)
    const listed = await selectSubmissions(world.frontend, aSubmissionQuery(world.courseId))
    const exported = (
      await Array.fromAsync(listGrades(world.frontend, { courseId: world.courseId, exerciseId: 11 }))
    ).flat()
    for (const rows of [listed, exported])
      expect(rows.find((row) => row.submissionId === submissionId)).toMatchObject({ maxPoints: 7 })
  })

  it('is not what a refresh kept without having read it', async ({ world }) => {
    const submissionId = await world.registered()
    await world.complete(submissionId, 'held')
    await world.changeUpstream(7)
    await world.registered({ maxPoints: 12 })
    const unseen = { seenBy: 'assistant', modules: [], tags: null } as const
    for (let nth = 0; nth < 2; nth += 1) await refresh(world.frontend, world.courseId, unseen)
    expect(await world.shownMaximum(submissionId)).toBe(12)
    await world.changeUpstream(7)
    expect(await world.shownMaximum(submissionId)).toBe(7)
  })

  it('is the one that a delivery is leased with', async ({ world }) => {
    const deliveryId = await world.complete(await world.registered(), 'pending')
    await world.changeUpstream(23)
    expect(await world.leaseOf(deliveryId)).toMatchObject({ upstreamMaxPoints: 23 })
  })

  it('is the one that the verification before the send showed, once the grade is delivered', async ({ world }) => {
    const submissionId = await world.registered()
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    await world.changeUpstream(14)
    await world.sendLeased(lease, 'delivered', { maxPoints: 5, graderId: null })
    await world.changeUpstream(20)
    expect(await world.shownMaximum(submissionId)).toBe(5)
  })

  it('is the present one for a delivery whose verification showed none', async ({ world }) => {
    const submissionId = await world.registered()
    await world.sendLeased(await world.leaseOf(await world.complete(submissionId, 'pending')), 'delivered')
    await world.changeUpstream(21)
    expect(await world.shownMaximum(submissionId)).toBe(21)
  })

  it('is the present one again for an assessment that is reopened after the delivery', async ({ world }) => {
    const submissionId = await world.registered()
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    await world.sendLeased(lease, 'delivered', { maxPoints: 5, graderId: null })
    await world.changeUpstream(22)
    await world.reopen(submissionId)
    expect(await world.shownMaximum(submissionId)).toBe(22)
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId, owner } = grading
  const changeUpstream = (maxPoints: number) =>
    refresh(frontend, courseId, {
      modules: [aModule(1, [], { exercises: [{ exerciseId: 11, name: 'Essay', maxPoints }] })],
    })
  const shownMaximum = async (submissionId: number) => {
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM assessment WHERE submission_id = $1', [
      submissionId,
    ])
    return (await findAssessment(frontend, rows[0]?.id ?? ''))?.upstreamMaxPoints
  }
  return { ...grading, changeUpstream, shownMaximum }
}
