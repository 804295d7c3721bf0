import { previewRelease, markGradesReleased } from '@course-grading/data/grading/release-grades'
import type { FrontendHandler } from '../access/handler.ts'

export const releaseGrades: FrontendHandler<'releaseGrades'> = async (
  { params: { courseId, exerciseId }, query, body, caller: { userId }, requestId },
  { database, logger },
) => {
  const request = {
    courseId,
    exerciseId,
    assessmentIds: body.assessmentIds ?? null,
    isDue: false,
    byUserId: userId,
  }
  if (query.dryRun === true) return { status: 200, body: await previewRelease(database, request) }
  const { released, unchanged, blocked } = await database.transaction((tx) => markGradesReleased(tx, request))
  logger.info('grades released', {
    event: 'grades_released',
    courseId,
    exerciseId,
    count: released,
    userId,
    requestId,
  })
  return { status: 200, body: { released, unchanged, blocked } }
}
