import { recordStep } from '@course-grading/data/assessments/record-step'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment } from './change-assessment.ts'
import { requireSubmitters } from './require-work.ts'

export const revealSubmitters: FrontendHandler<'revealSubmitters'> = async (call, deps) => {
  const { reason } = call.body
  const { submitters, revision } = await changeAssessment(deps, call, {
    require: requireSubmitters,
    write: async (tx, found) => {
      await recordStep(tx, found, { name: 'revealed', byUserId: call.caller.userId, reason })
      return found
    },
  })
  const named = submitters
    .map((person) => ({ ...person, alias: null }))
    .toSorted((one, other) => one.userId - other.userId)
  return { status: 200, body: { submitters: named.map(toPersonRef) }, assessmentRevision: revision }
}
