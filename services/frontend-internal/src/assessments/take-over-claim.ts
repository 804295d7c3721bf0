import { renewLease } from '@course-grading/data/assessments/renew-lease'
import { takeOver } from '@course-grading/data/assessments/take-over'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment, readAgain } from './change-assessment.ts'
import { requireOthersWork, requireSubmitters } from './require-work.ts'
import { assessmentReply } from './to-assessment.ts'

export const takeOverClaim: FrontendHandler<'takeOverClaim'> = async (call, deps) => {
  const { userId } = call.caller
  const assessment = await changeAssessment(deps, call, {
    require: (found) => {
      const { state, revision } = found
      requireOthersWork(found, userId)
      if (state !== 'in_progress') throw new DomainError('not_in_state', { detail: state, revision })
      requireSubmitters(found)
    },
    write: async (tx, found) => {
      // A client repeats a request whose reply was lost: the claim is already the caller's.
      if (found.holderId === userId) await renewLease(tx, found, { userId, isSave: false })
      else await takeOver(tx, found, userId)
      return await readAgain(tx, found)
    },
  })
  return { status: 200, ...assessmentReply(assessment) }
}
