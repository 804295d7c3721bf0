import { markAssessmentReopened } from '@course-grading/data/assessments/reopen-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment, readAgain } from './change-assessment.ts'
import { lockToReopen, requireNothingSent } from './reopening.ts'
import { requireOthersWork, requireSubmitters } from './require-work.ts'
import { assessmentReply } from './to-assessment.ts'

export const reopenAssessment: FrontendHandler<'reopenAssessment'> = async (call, deps) => {
  const { userId } = call.caller
  const { reason } = call.body
  const assessment = await changeAssessment(deps, call, {
    lock: (tx) => lockToReopen(tx, call.subject.assessment),
    require: (found) => {
      const { state, releasedAt, revision } = found
      requireOthersWork(found, userId)
      // After the release students may see the result, so only a teacher may change it.
      if (releasedAt !== null && !call.subject.member.isTeacher) throw new DomainError('forbidden')
      if (state !== 'completed') throw new DomainError('not_in_state', { detail: state, revision })
      requireSubmitters(found)
      requireNothingSent(found)
    },
    write: async (tx, found) => {
      await markAssessmentReopened(tx, found, { userId, reason })
      return await readAgain(tx, found)
    },
  })
  const { courseId, submissionId } = assessment
  const { requestId } = call
  deps.logger.info('assessment reopened', { event: 'assessment_reopened', courseId, submissionId, userId, requestId })
  return { status: 200, ...assessmentReply(assessment) }
}
