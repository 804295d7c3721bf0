import { handBack } from '@course-grading/data/assessments/hand-back'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { lockForStep } from './lock-for-step.ts'
import { requireHolder } from './require-holder.ts'
import { requireAssessmentRevision } from './require-revision.ts'

export const postponeAssessment =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'postponeAssessment'> =>
  async ({ access: { assessment }, body: { note }, caller: { userId }, assessmentRevision }) => {
    const revision = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        const found = await lockForStep(tx, assessment)
        requireHolder(found, userId)
        requireAssessmentRevision(found, assessmentRevision)
        await handBack(tx, found, { note, userId })
        return found.revision
      }),
    )
    return { status: 204, revision, assessmentRevision: revision }
  }
