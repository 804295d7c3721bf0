import { insertRevealedEvent } from '@course-grading/data/assessments/assessment-event-queries'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { lockForStep, requireSubmitters } from './lock-for-step.ts'
import { requireAssessmentRevision } from './require-revision.ts'

export const revealSubmitters =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'revealSubmitters'> =>
  async ({ access: { assessment }, body: { reason }, caller: { userId }, assessmentRevision }) => {
    const { submitters, revision } = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        const found = await lockForStep(tx, assessment)
        requireSubmitters(found)
        requireAssessmentRevision(found, assessmentRevision)
        await insertRevealedEvent(tx, found, { userId, reason })
        return found
      }),
    )
    const named = submitters
      .map((person) => ({ ...person, alias: null }))
      .toSorted((one, other) => one.userId - other.userId)
    return { status: 200, body: { submitters: named.map(toPersonRef) }, assessmentRevision: revision }
  }
