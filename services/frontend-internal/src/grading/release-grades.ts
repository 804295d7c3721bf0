import { releaseGrades as release } from '@course-grading/data/grading/release-grades'
import { DomainError } from '@course-grading/domain/errors'
import type { FrontendHandler } from '../handler.ts'

export const releaseGrades: FrontendHandler<'releaseGrades'> = async (
  { params: { courseId, exerciseId }, body, caller: { userId }, requestId },
  { database, logger },
) => {
  const request = {
    courseId,
    exerciseId,
    assessmentIds: body.assessmentIds ?? null,
    isDue: false,
    byUserId: userId,
  }
  const done = await database.transaction((tx) => release(tx, request))
  if (done.outcome === 'unknown')
    throw new DomainError('validation_failed', {
      issues: done.places.map((place) => ({
        path: `$.assessmentIds[${place}]`,
        code: 'invalid_value',
        message: 'Must be an assessment of the exercise.',
      })),
    })
  const { released, unchanged, blocked } = done
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
