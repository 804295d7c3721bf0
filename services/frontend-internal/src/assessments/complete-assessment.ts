import {
  findAssessment,
  insertCompletedResult,
  lockAssessment,
  lockStoredSubmission,
  markCompleted,
  type StoredAssessment,
  type Tx,
  withSerializationRetry,
} from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { frozenResult } from './frozen-result.ts'
import { isStillRendered, type PreparedFeedback, prepareFeedback } from './prepare-feedback.ts'
import { requireOthersWork } from './lock-for-step.ts'
import { requireHolder } from './require-holder.ts'
import { assessmentReply } from './to-assessment.ts'

export const completeAssessment =
  ({
    database,
    logger,
    markdown,
    countWork,
  }: Pick<Deps, 'database' | 'logger' | 'markdown' | 'countWork'>): FrontendHandler<'completeAssessment'> =>
  async ({ access, caller: { userId }, expectedRevision, assessmentRevision, requestId, deadline }) => {
    const { submissionId, courseId } = access.assessment
    const courseLanguage = access.member.access.languages[0] ?? 'en'
    const request = { userId, expectedRevision, assessmentRevision, courseLanguage }
    // Another wording or a change of settings meanwhile may change what was rendered; saves would be another revision.
    for (let found = access.assessment, attempt = 1; ; attempt += 1) {
      // It may take seconds, so nothing is locked meanwhile.
      const isDue = found.revision === expectedRevision && found.holderId === userId
      const prepared = isDue ? await prepareFeedback({ database, markdown }, found, deadline()) : null
      const { assessment, outcome } = await withSerializationRetry(() =>
        database.transaction((tx) => complete(tx, found, request, prepared)),
      )
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

/** `before`: it was completed by the same request. `changed`: what was rendered is not what it is now. */
async function complete(
  tx: Tx,
  { id, submissionId }: StoredAssessment,
  { userId, expectedRevision, assessmentRevision, courseLanguage }: CompletionRequest,
  prepared: PreparedFeedback | null,
): Promise<{ readonly assessment: StoredAssessment; readonly outcome: 'completed' | 'before' | 'changed' }> {
  const locked = await lockStoredSubmission(tx, submissionId)
  const found = await lockAssessment(tx, id)
  if (found === null) throw new DomainError('not_found')
  // An answer that was lost is asked for again.
  const isSame = found.revision === expectedRevision && found.graderId === userId
  if (found.state === 'completed' && isSame) return { assessment: found, outcome: 'before' }
  requireHolder(found, userId)
  // A registration since the claim may have named the holder, if a teacher.
  requireOthersWork(found, userId)
  if (found.revision !== expectedRevision || (assessmentRevision ?? found.revision) !== found.revision)
    throw new DomainError('revision_conflict', { revision: found.revision })
  if (prepared === null || !isStillRendered(prepared, found)) return { assessment: found, outcome: 'changed' }
  const { result, state } = frozenResult(found, prepared, courseLanguage)
  const { releasesAtOnce: isReleased } = found
  const delivery = { state, byUserId: userId }
  const inserted = await insertCompletedResult(tx, { ...result, createdBy: userId, isReleased }, locked, delivery)
  // Of its last submitter only an erasure takes a submission, and that gives the assessment to nobody.
  if (inserted.outcome !== 'inserted') throw new DomainError('claim_lost')
  await markCompleted(tx, found, { points: result.points, userId, isReleased })
  const completed = await findAssessment(tx, id)
  if (completed === null) throw new Error('an assessment that was locked is gone')
  return { assessment: completed, outcome: 'completed' }
}
