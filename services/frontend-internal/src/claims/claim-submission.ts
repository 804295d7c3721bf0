import { insertClaim } from '@course-grading/data/claims/claim-submission'
import { assessmentReply } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const claimSubmission: FrontendHandler<'claimSubmission'> = async (
  { subject, caller: { userId }, requestId },
  { database, logger, countWork },
) => {
  const { submissionId, courseId, exerciseId } = subject.submission
  const courseLanguages = subject.member.access.languages
  const request = { courseId, exerciseId, submissionId, graderId: userId, courseLanguages }
  const { assessment, isNew } = await database.transaction((tx) => insertClaim(tx, request))
  if (isNew) {
    countWork('claimed')
    logger.info('submission claimed', { event: 'submission_claimed', courseId, submissionId, userId, requestId })
  }
  return { status: isNew ? 201 : 200, ...assessmentReply(assessment) }
}
