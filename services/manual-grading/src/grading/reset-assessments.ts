import { resetFixtures, withSerializationRetry } from '@course-grading/data'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handler.ts'

export const resetAssessments =
  ({ database, logger }: Pick<Deps, 'database' | 'logger'>): GraderHandler<'resetAssessments'> =>
  async ({ query, requestId }) => {
    const { courseId, exerciseId, submissionId = null } = query
    const { results, deliveries } = await withSerializationRetry(() =>
      database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId, submissionId })),
    )
    logger.info('fixtures reset', { event: 'fixtures_reset', courseId, exerciseId, count: deliveries, requestId })
    // There is no feedback outside of the results yet.
    return { status: 200, body: { assessments: results, feedback: 0, deliveries } }
  }
