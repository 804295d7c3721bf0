import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { DomainError } from '@course-grading/domain/errors'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { reopen } from './reopen.ts'
import { assessmentReply } from './to-assessment.ts'

export const reopenAssessment =
  ({ database, logger }: Pick<Deps, 'database' | 'logger'>): FrontendHandler<'reopenAssessment'> =>
  async ({ access, body: { reason }, caller: { userId }, assessmentRevision, requestId }) => {
    const assessment = await withSerializationRetry(() =>
      database.transaction((tx) =>
        reopen(tx, access.assessment, {
          userId,
          reason,
          assessmentRevision,
          require: ({ releasedAt, state, revision }) => {
            // After the release students may see the result, so only a teacher may change it.
            if (releasedAt !== null && !access.member.isTeacher) throw new DomainError('forbidden')
            if (state !== 'completed') throw new DomainError('not_in_state', { detail: state, revision })
          },
          restart: async () => null,
          keep: async () => {},
        }),
      ),
    )
    const { courseId, submissionId } = assessment
    logger.info('assessment reopened', { event: 'assessment_reopened', courseId, submissionId, userId, requestId })
    return { status: 200, ...assessmentReply(assessment) }
  }
