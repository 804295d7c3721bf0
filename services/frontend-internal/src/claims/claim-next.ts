import { setTimeout as pause } from 'node:timers/promises'
import { insertNextClaim } from '@course-grading/data/claims/claim-next'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { assessmentReply } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { claimRestriction } from './claimer.ts'

/** Milliseconds after which a claim that has locked a submission has usually ended. */
const pauseWhileLockedMs = 100

export const claimNext: FrontendHandler<'claimNext'> = async (
  { subject: { member, exercise }, params: { courseId, exerciseId }, caller: { userId }, requestId },
  { database, logger, countWork },
) => {
  const request = {
    courseId,
    exerciseId,
    graderId: userId,
    courseLanguages: member.access.languages,
    order: exercise.grading?.order ?? 'bands',
    restriction: claimRestriction(member),
  }
  const once = () => database.transaction((tx) => insertNextClaim(tx, request))
  let done = await once()
  if (done.outcome === 'locked') {
    await pause(pauseWhileLockedMs)
    done = await once()
  }
  switch (done.outcome) {
    case 'nothing_left':
      return { status: 204 }
    // Locked submissions still wait, so the queue has not ended.
    case 'locked':
      throw new DomainError('overloaded', { retryAfterS: 1 })
    case 'offered':
      return { status: 200, ...assessmentReply(done.assessment) }
    case 'claimed': {
      const { submissionId } = done.assessment
      countWork('claimed')
      logger.info('submission claimed', { event: 'submission_claimed', courseId, submissionId, userId, requestId })
      return { status: 201, ...assessmentReply(done.assessment) }
    }
  }
}
