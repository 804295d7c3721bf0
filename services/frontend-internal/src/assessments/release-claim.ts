import { handBack } from '@course-grading/data/assessments/hand-back'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { changeAssessment } from './change-assessment.ts'
import { requireHolder } from './require-holder.ts'

export const releaseClaim =
  (deps: Pick<Deps, 'database'>): FrontendHandler<'releaseClaim'> =>
  async (call) => {
    const { userId } = call.caller
    const { isTeacher } = call.access.member
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
