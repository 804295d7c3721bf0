import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import { lockStoredSubmission } from '@course-grading/data/db/lock-order'
import { recordTransactions, wrongOrder } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import type { AssessmentClient } from './assessments/assessment-client.fixture.ts'
import { claimsUnderTest } from './claims/claims.fixture.ts'
import { ask, ofSession } from './every-operation.fixture.ts'
import type { FeedbackClient } from './feedback/feedback-client.fixture.ts'
import { itOnExamples, type TestService } from './service-test.fixture.ts'

const it = itOnExamples.extend('recorded', { scope: 'file' }, ({}, { onCleanup }) => {
  const recorded = recordTransactions()
  onCleanup(recorded.end)
  return recorded
})

describe('the transactions of this service', () => {
  it(
    'take their locks in one order, whatever is asked of it',
    { timeout: 300_000 },
    async ({ service, assessments, feedback, recorded }) => {
      let teacher = await service.teacher()
      await grade(service, assessments)
      await write(service, assessments, feedback)
      for (const operation of ofSession) {
        // These operations end sessions, so each has its own.
        const session = /^delete(Other)?Sessions?$/.test(operation[0]) ? await service.signIn(101) : teacher
        await (await ask(service, operation, { session })).arrayBuffer()
        if (operation[0] === 'deleteOtherSessions') teacher = await service.signIn(101)
      }
      // Statements of fixtures have no names.
      const transactions = recorded.all().filter((statements) => statements.every(({ name }) => name !== ''))
      const names = new Set(transactions.flat().map(({ name }) => name))
      expect([...names]).toEqual(
        expect.arrayContaining([
          'lockGrader',
          'takeNextByBands',
          'lockSubmissionToClaim',
          'writeClaim',
          'saveJudgement',
          'parkDraft',
          'renewLease',
          'insertResult',
          'freezeFeedback',
          'completeAssessment',
          'saveFeedback',
          'publishFeedback',
          'showFeedback',
          'withdrawFeedback',
          'deleteFeedback',
          'insertStudentFeedback',
          'writeFeedbackTemplates',
          'lockUnfinishedDelivery',
          'lockHeldDeliveries',
          'sendHeldDeliveries',
          'showResults',
          'writeExerciseGrading',
          'eraseSubmitter',
          'lockSubmissions',
          'lockSubmitters',
          'endClaimsOfSubmitters',
          'lockPeopleOfCourse',
        ]),
      )
      expect([...new Set(transactions.map(wrongOrder).filter((wrong) => wrong !== null))]).toEqual([])
    },
  )
  it('would be noticed in another order', async ({ service, recorded }) => {
    const before = recorded.all().length
    await service.deps.database.transaction(async (tx) => {
      await lockAssessment(tx, assessmentIds.held)
      await lockStoredSubmission(tx, 9101)
    })
    expect(recorded.all().slice(before).map(wrongOrder)).toContain(
      'lockStoredSubmission locks people after lockAssessment locked submission',
    )
  })
})

/** Everything that happens to submissions, from their claims to the erasure of their submitters. */
async function grade(service: TestService, assessments: AssessmentClient): Promise<void> {
  const { submitted, claimed, lapse, next } = claimsUnderTest(service)
  const teacher = await service.teacher()
  const { patch, post, complete, completed, placed } = assessments
  const both = [await submitted(), await submitted()]
  const { id, revision, submissionId } = await claimed(teacher)
  await patch(id, { scores: { points: { points: 8 } } }, { revision })
  // The first save is refused and parked. The second one is empty, and only renews the lease.
  await patch(id, { privateNote: 'Refused.' }, { revision })
  await patch(id, {}, { revision: revision + 1 })
  await complete(id, revision + 1)
  await post(id, 'reopen', { body: { reason: 'Once more.' } })
  await complete(id, revision + 1)
  const { submissionId: left } = await claimed(
    teacher,
    both.find((one) => one !== submissionId),
  )
  await lapse(left)
  await next(teacher)
  await post(await placed(), 'postpone', { body: { note: 'Later.' } })
  await post(await placed(), 'restart', { body: { reason: 'Again.' } })
  for (const step of ['takeover', 'heartbeat']) await post(await placed(), step)
  for (const state of ['held', 'pending', 'refused', 'delivered'] as const) {
    const done = await completed()
    await assessments.putDelivery(done, state)
    await post(done, 'reopen', { body: { reason: 'Once more.' } })
  }
  const released = await completed()
  await service.send('POST', '/courses/11/exercises/1103/release', { body: {} })
  await post(released, 'restart', { body: { reason: 'Once more.' } })
  await assessments.eraseSubmitter(await completed())
  const changed = await claimed(teacher, await submitted({ submitterIds: [201] }))
  service.upstream.world.addSubmission({ id: changed.submissionId, exerciseId: 1104, submitterIds: [202] })
  await assessments.giveTo(changed.id, 202)
  await service.send('POST', '/courses/11/snapshot/refresh')
}

/** Everything that happens to feedback documents, of submissions and about students. */
async function write(service: TestService, assessments: AssessmentClient, client: FeedbackClient): Promise<void> {
  const { patch, step } = client
  const { id, assessmentId } = await client.ofSubmission()
  await patch(id, { body: 'One' }, { revision: 1 })
  await patch(id, { body: 'Refused' }, { revision: 1 })
  await patch(id, {}, { revision: 2 })
  await step(id, 'versions/1/restore', { revision: 2 })
  await assessments.complete(assessmentId, 2)
  await client.release(assessmentId)
  await step(id, 'withdraw', { revision: 2 })
  await step(id, 'publish', { revision: 3 })
  const made = await service.send('POST', '/courses/11/feedback', { body: { userId: 201, language: 'en' } })
  const { id: own } = (await made.json()) as { id: string }
  await patch(own, { body: 'One' }, { revision: 1 })
  await step(own, 'publish', { revision: 2 })
  await step(own, 'withdraw', { revision: 3 })
  await step(await client.ofStudent(), '', { method: 'DELETE' })
}
