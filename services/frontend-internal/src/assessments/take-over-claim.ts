import { renewLease } from '@course-grading/data/assessments/renew-lease'
import { takeOver } from '@course-grading/data/assessments/take-over'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { DomainError } from '@course-grading/domain/errors'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { lockForStep, readAfterStep, requireOthersWork, requireSubmitters } from './lock-for-step.ts'
import { requireAssessmentRevision } from './require-revision.ts'
import { assessmentReply } from './to-assessment.ts'

export const takeOverClaim =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'takeOverClaim'> =>
  async ({ access, caller: { userId }, assessmentRevision }) => {
    const assessment = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        const found = await lockForStep(tx, access.assessment)
        requireOthersWork(found, userId)
        if (found.state !== 'in_progress')
          throw new DomainError('not_in_state', { detail: found.state, revision: found.revision })
        requireSubmitters(found)
        requireAssessmentRevision(found, assessmentRevision)
        // The client repeats a request whose reply was lost.
        if (found.holderId === userId) await renewLease(tx, found, { userId, isSave: false })
        else await takeOver(tx, found, userId)
        return await readAfterStep(tx, found)
      }),
    )
    return { status: 200, ...assessmentReply(assessment) }
  }
