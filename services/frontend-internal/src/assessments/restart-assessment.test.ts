import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { describe, expect } from 'vitest'
import { type AssessmentClient, note } from './assessment-client.fixture.ts'
import { completeScores, registerSubmission } from './assessments.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('restartAssessment', () => {
  it("begins by the exercise's present rubric, and parks the judgement", async ({ service, assessments, grader }) => {
    await changeGrading(service, { rubricId: rubricIds.finished })
    const id = await assessments.placed({ holderId: 103, rubricId: null, scores: { points: { points: 7 } } })
    await assessments.patch(
      id,
      { adjustment: { points: 1, reason: 'Kind.' }, privateNote: 'Hm.' },
      { session: grader, revision: 1 },
    )
    const feedback = (await assessments.read(id)).feedbackId
    await expect(restart(assessments, id)).toBeRevision(200, 3, {
      state: 'in_progress',
      revision: 3,
      holder: { userId: 101 },
      rubric: { rubricId: rubricIds.finished, version: 1 },
      scores: {},
      adjustment: null,
      privateNote: '',
      points: 0,
      feedbackId: feedback,
    })
    expect(await assessments.parkedOf(id)).toMatchObject([
      {
        reason: 'restarted',
        baseRevision: 2,
        content: {
          scores: { points: { points: 7 } },
          adjustment: { points: 1, reason: 'Kind.' },
          privateNote: 'Hm.',
        },
      },
    ])
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({
      event: 'restarted',
      by: 101,
      from: 2,
      to: 3,
      before: 8,
      after: 0,
      reason: 'The wrong rubric.',
    })
  })

  it('takes the present maximum without a rubric', async ({ service, assessments, grader }) => {
    await changeGrading(service, { rubricId: null })
    const id = await assessments.placed({ holderId: 103, rubricId: null, scores: { points: { points: 7 } } })
    await assessments.patch(id, note('x'), { session: grader, revision: 1 })
    await registerSubmission(service, { submissionId: 29_001, submitterIds: [300], maxPoints: 6 })
    await expect(restart(assessments, id)).toBeReply(200, { scores: {}, maxPoints: 6, upstreamMaxPoints: 6 })
  })

  it('also reopens a completed assessment', async ({ service, assessments }) => {
    await changeGrading(service, { rubricId: null })
    const id = await assessments.completed()
    const body = (await (await restart(assessments, id)).json()) as Assessment
    expect(body).toMatchObject({
      state: 'in_progress',
      revision: 2,
      rubric: { rubricId: null, version: 0 },
      delivery: { state: 'cancelled' },
    })
    expect(await assessments.submissionOf(id)).toMatchObject({ in_queue: true, claimed: true })
    expect((await assessments.parkedOf(id))[0]?.content).toMatchObject({ scores: completeScores })
  })

  it('takes work from among the postponed', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.post(id, 'postpone', { body: { note: 'unclear' } })
    expect(await assessments.submissionOf(id)).toMatchObject({ postponed: true })
    await expect(restart(assessments, id)).toBeReply(200)
    expect(await assessments.submissionOf(id)).toMatchObject({ postponed: false })
  })

  it('lets no save be based on an earlier revision', async ({ service, assessments }) => {
    await changeGrading(service, { rubricId: rubricIds.published })
    const id = await assessments.placed()
    await restart(assessments, id)
    for (const body of [
      note('x'),
      { scores: { faults: { comment: 'x' } } },
      { adjustment: { points: 1, reason: 'x' } },
    ])
      await expect(assessments.patch(id, body, { base: 1 })).toBeProblem(409, 'merge_conflict')
    await expect(assessments.patch(id, note('x'), { base: 2 })).toBeReply(204)
  })

  it('parks nothing if nothing was judged', async ({ assessments }) => {
    const id = await assessments.placed()
    await restart(assessments, id)
    expect(await assessments.parkedOf(id)).toEqual([])
  })

  it('is 403 for own work, 409 for erased work, and 412 if a stale revision is sent', async ({ assessments }) => {
    await expect(restart(assessments, await assessments.placed({ holderId: 103 }, [101]))).toBeProblem(403, 'forbidden')
    const erased = await assessments.placed()
    await assessments.eraseSubmitter(erased)
    await expect(restart(assessments, erased)).toBeProblem(409, 'not_in_state')
    const stale = { 'X-Assessment-Revision': '3' }
    await expect(restart(assessments, await assessments.placed(), stale)).toBeProblem(412, 'revision_conflict')
  })

  it.for([
    ['sending', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)('is refused while its grade is %s', async ([state, code], { assessments }) => {
    const id = await assessments.completed()
    await assessments.putDelivery(id, state)
    await expect(restart(assessments, id)).toBeProblem(409, code)
    expect((await assessments.read(id)).scores).toEqual(completeScores)
    expect(await assessments.parkedOf(id)).toEqual([])
  })
})

const restart = (assessments: AssessmentClient, id: string, headers: Record<string, string> = {}) =>
  assessments.post(id, 'restart', { headers, body: { reason: 'The wrong rubric.' } })
