import { claimSubmission as claim } from '@course-grading/data/claims/claim-submission'
import { DomainError } from '@course-grading/domain/errors'
import { assessmentReply, toAssessment } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../handler.ts'

export const claimSubmission: FrontendHandler<'claimSubmission'> = async (
  { access, caller: { userId }, requestId },
  { database, logger, countWork },
) => {
  const { submissionId, courseId, exerciseId } = access.submission
  const courseLanguages = access.member.access.languages
  const request = { courseId, exerciseId, submissionId, graderId: userId, courseLanguages }
  const done = await database.transaction((tx) => claim(tx, request))
  switch (done.outcome) {
    case 'already_claimed': {
      const { holder, leaseExpiresAt } = toAssessment(done.assessment)
      throw new DomainError('already_claimed', { detail: `${holder?.fullName} holds it until ${leaseExpiresAt}.` })
    }
    case 'claim_limit':
      throw new DomainError('claim_limit')
    case 'not_in_state':
      throw new DomainError('not_in_state', { detail: done.state })
    case 'claimed': {
      const { assessment, isNew } = done
      if (isNew) {
        countWork('claimed')
        logger.info('submission claimed', { event: 'submission_claimed', courseId, submissionId, userId, requestId })
      }
      return { status: isNew ? 201 : 200, ...assessmentReply(assessment) }
    }
  }
}
