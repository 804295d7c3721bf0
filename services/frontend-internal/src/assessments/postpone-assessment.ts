import { postpone } from '@course-grading/data/assessments/hand-back'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment } from './change-assessment.ts'
import { requireHolder } from './require-holder.ts'

export const postponeAssessment: FrontendHandler<'postponeAssessment'> = async (call, deps) => {
  const { userId } = call.caller
  const { note } = call.body
  const { revision } = await changeAssessment(deps, call, {
    require: (found) => requireHolder(found, userId),
    write: async (tx, found) => {
      await postpone(tx, found, { note, userId })
      return found
    },
  })
  return { status: 204, revision, assessmentRevision: revision }
}
