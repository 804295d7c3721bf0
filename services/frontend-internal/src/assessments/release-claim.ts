import { handBack } from '@course-grading/data/assessments/hand-back'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment } from './change-assessment.ts'
import { requireHolder } from './require-holder.ts'

export const releaseClaim: FrontendHandler<'releaseClaim'> = async (call, deps) => {
  const { userId } = call.caller
  const { isTeacher } = call.subject.member
  const { revision } = await changeAssessment(deps, call, {
    // A teacher may end anybody's claim.
    require: (found) => requireHolder(found, isTeacher ? (found.holderId ?? userId) : userId),
    write: async (tx, found) => {
      await handBack(tx, found, userId)
      return found
    },
  })
  return { status: 204, revision, assessmentRevision: revision }
}
