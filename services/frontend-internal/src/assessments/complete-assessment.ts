import {
  findAssessment,
  insertCompletedResult,
  insertDelivery,
  lockAssessment,
  lockStoredSubmission,
  markCompleted,
  type StoredAssessment,
  withSerializationRetry,
} from '@course-grading/data'
import { DomainError, maxFeedbackBytes, resultTexts } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireHolder } from './require-holder.ts'
import { assessmentReply, judged } from './to-assessment.ts'

export const completeAssessment =
  ({
    database,
    logger,
    countWork,
  }: Pick<Deps, 'database' | 'logger' | 'countWork'>): FrontendHandler<'completeAssessment'> =>
  async ({ access, caller: { userId }, expectedRevision, assessmentRevision, requestId }) => {
    const { id, submissionId, courseId } = access.assessment
    const courseLanguage = access.member.access.languages[0] ?? 'en'
    const { assessment, isNew } = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        await lockStoredSubmission(tx, submissionId)
        const found = await lockAssessment(tx, id)
        if (found === null) throw new DomainError('not_found')
        // An answer that was lost is asked for again.
        const isSame = found.revision === expectedRevision && found.graderId === userId
        if (found.state === 'completed' && isSame) return { assessment: found, isNew: false }
        requireHolder(found, userId)
        if (found.revision !== expectedRevision || (assessmentRevision ?? found.revision) !== found.revision)
          throw new DomainError('revision_conflict', { revision: found.revision })
        const { points, state } = freeze(found, courseLanguage)
        const result = await insertCompletedResult(tx, {
          ...points,
          createdBy: userId,
          isReleased: found.releasesAtOnce,
        })
        // Of its last submitter only an erasure takes a submission, and that gives the assessment to nobody.
        if (result.outcome !== 'inserted') throw new DomainError('claim_lost')
        await markCompleted(tx, found, { points: points.points, userId })
        const delivery = await insertDelivery(tx, { resultId: result.resultId, state, byUserId: userId })
        // Reopening waits for the delivery before, and no delivery is made of an assessment in progress.
        if (delivery.outcome === 'unfinished') throw new Error('an assessment in progress has a delivery')
        const completed = await findAssessment(tx, id)
        if (completed === null) throw new Error('an assessment that was locked is gone')
        return { assessment: completed, isNew: true }
      }),
    )
    if (isNew) {
      countWork('completed')
      logger.info('assessment completed', { event: 'assessment_completed', courseId, submissionId, userId, requestId })
    }
    return { status: 200, ...assessmentReply(assessment) }
  }

/**
 * The result of an assessment as it is now, and the state in which its delivery begins.
 * @throws DomainError incomplete, with every gap
 */
function freeze(assessment: StoredAssessment, courseLanguage: string) {
  const { id, submissionId, rubricId, rubricVersion, rubricWording, language, feedbackRevision } = assessment
  const { document, scores, adjustment, points, byCriterion, impossible, unfinished } = judged(assessment)
  const issues = [...impossible, ...unfinished]
  if (issues.length > 0) throw new DomainError('incomplete', { issues })
  const texts = resultTexts({
    rubricId,
    version: rubricVersion,
    wording: rubricWording,
    document,
    scores,
    adjustment,
    points,
    byCriterion,
    language,
    courseLanguage,
  })
  if (Buffer.byteLength(texts.feedbackHtml) > maxFeedbackBytes) {
    const message = `The text for the learning platform is longer than ${maxFeedbackBytes} bytes.`
    throw new DomainError('incomplete', { issues: [{ path: '$.feedback', code: 'too_long', message }] })
  }
  return {
    state: assessment.releasesAtOnce && assessment.deliverable ? ('pending' as const) : ('held' as const),
    points: {
      submissionId,
      points: String(points),
      maxPoints: String(document.maxPoints),
      ...texts,
      judgement: {
        assessmentId: id,
        rubricId,
        rubricVersion,
        rubricWording,
        scores: assessment.scores,
        adjustment: assessment.adjustment,
        feedbackRevision,
      },
    },
  }
}
