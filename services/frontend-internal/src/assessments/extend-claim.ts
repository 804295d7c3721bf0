import { renewLease } from '@course-grading/data/assessments/renew-lease'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { lockForStep } from './lock-for-step.ts'
import { requireHolder } from './require-holder.ts'
import { requireAssessmentRevision } from './require-revision.ts'

export const extendClaim =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'extendClaim'> =>
  async ({ access: { assessment }, caller: { userId }, assessmentRevision }) => {
    const { leaseExpiresAt, revision } = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        const found = await lockForStep(tx, assessment)
        requireHolder(found, userId)
        requireAssessmentRevision(found, assessmentRevision)
        const end = await renewLease(tx, found, { userId, isSave: false })
        return { leaseExpiresAt: end, revision: found.revision }
      }),
    )
    return { status: 200, body: { leaseExpiresAt }, assessmentRevision: revision }
  }
