import { findCompletedRevision } from '@course-grading/data/assessments/assessment-event-queries'
import { insertCompletedResult } from '@course-grading/data/assessments/complete-assessment'
import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import type { Tx } from '@course-grading/data/db/db'
import { insertDeliveries } from '@course-grading/data/delivery/insert-deliveries'
import { lockStoredSubmission } from '@course-grading/data/db/lock-order'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { readAgain } from './change-assessment.ts'
import { frozenResult } from './frozen-result.ts'
import { isStillRendered, type PreparedFeedback, prepareFeedback } from './prepare-feedback.ts'
import { requireOthersWork } from './require-work.ts'
import { requireHolder } from './require-holder.ts'
import { requireAssessmentRevision } from './require-revision.ts'
import { assessmentReply } from './to-assessment.ts'

export const completeAssessment: FrontendHandler<'completeAssessment'> = async (
  { subject, caller: { userId }, expectedRevision, assessmentRevision, requestId, deadline },
  { database, logger, renderFeedback, countWork },
) => {
  const { submissionId, courseId } = subject.assessment
  const courseLanguage = subject.member.access.languages[0] ?? 'en'
  const request = { userId, expectedRevision, assessmentRevision, courseLanguage }
  // A new wording or setting may outdate the rendered texts: they are rendered again. After somebody's save the next attempt is a revision_conflict.
  for (let found = subject.assessment, attempt = 1; ; attempt += 1) {
    // Rendering may take seconds, so the texts are rendered before anything is locked.
    const mayComplete = found.revision === expectedRevision && found.holderId === userId
    const prepared = mayComplete ? await prepareFeedback({ database, renderFeedback }, found, userId, deadline()) : null
    const { assessment, outcome } = await database.transaction((tx) => tryToComplete(tx, found, request, prepared))
    if (outcome === 'completed') {
      countWork('completed')
      logger.info('assessment completed', {
        event: 'assessment_completed',
        courseId,
        submissionId,
        userId,
        requestId,
      })
    }
    if (outcome !== 'changed') return { status: 200, ...assessmentReply(assessment) }
    if (attempt === maxAttempts) throw new DomainError('revision_conflict', { revision: assessment.revision })
    found = assessment
  }
}

const maxAttempts = 3

interface CompletionRequest {
  readonly userId: number
  readonly expectedRevision: number
  readonly assessmentRevision: number | null
  readonly courseLanguage: string
}

/** `before`: an earlier request of the same person has completed this revision. `changed`: the rendered texts are outdated. */
async function tryToComplete(
  tx: Tx,
  { id, submissionId }: StoredAssessment,
  { userId, expectedRevision, assessmentRevision, courseLanguage }: CompletionRequest,
  prepared: PreparedFeedback | null,
): Promise<{ readonly assessment: StoredAssessment; readonly outcome: 'completed' | 'before' | 'changed' }> {
  await lockStoredSubmission(tx, submissionId)
  const found = await lockAssessment(tx, id)
  if (found === null) throw new DomainError('not_found')
  if (found.state === 'completed' && found.graderId === userId) {
    // A client repeats a request whose reply was lost. A migration may have made another revision since.
    if ((await findCompletedRevision(tx, id)) === expectedRevision) {
      if (assessmentRevision !== expectedRevision) requireAssessmentRevision(found, assessmentRevision)
      return { assessment: found, outcome: 'before' }
    }
  }
  requireHolder(found, userId)
  // A registration after the claim may have made the holder, if a teacher, a submitter.
  requireOthersWork(found, userId)
  requireAssessmentRevision(found, expectedRevision)
  requireAssessmentRevision(found, assessmentRevision)
  if (prepared === null || !isStillRendered(prepared, found)) return { assessment: found, outcome: 'changed' }
  const result = frozenResult(found, prepared, courseLanguage)
  const resultId = await insertCompletedResult(tx, found, result, userId)
  const state = result.isReleased && found.deliverable ? 'pending' : 'held'
  await insertDeliveries(tx, [resultId], { state, byUserId: userId })
  return { assessment: await readAgain(tx, found), outcome: 'completed' }
}
