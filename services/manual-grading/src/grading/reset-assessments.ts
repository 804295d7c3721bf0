import { resetFixtures } from '@course-grading/data/capabilities/reset-fixtures'
import type { GraderHandler } from '../access/handler.ts'

export const resetAssessments: GraderHandler<'resetAssessments'> = async (
  { query, requestId },
  { database, logger },
) => {
  const { courseId, exerciseId, submissionId = null } = query
  const counts = await database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId, submissionId }))
  logger.info('fixtures reset', {
    event: 'fixtures_reset',
    courseId,
    exerciseId,
    count: counts.deliveries,
    requestId,
  })
  return { status: 200, body: counts }
}
