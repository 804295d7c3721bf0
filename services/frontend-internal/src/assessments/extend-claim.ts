import { renewLease } from '@course-grading/data/assessments/renew-lease'
import type { FrontendHandler } from '../access/handler.ts'
import { changeAssessment } from './change-assessment.ts'
import { requireHolder } from './require-holder.ts'

export const extendClaim: FrontendHandler<'extendClaim'> = async (call, deps) => {
  const { userId } = call.caller
  const { revision, leaseExpiresAt } = await changeAssessment(deps, call, {
    require: (found) => requireHolder(found, userId),
    write: async (tx, found) => ({
      revision: found.revision,
      leaseExpiresAt: await renewLease(tx, found, { userId, isSave: false }),
    }),
  })
  return { status: 200, body: { leaseExpiresAt }, assessmentRevision: revision }
}
