import { migrateAssessments } from '@course-grading/data/rubrics/run-migration'
import type { FrontendHandler } from '../access/handler.ts'
import { requireMigration } from './require-migration.ts'

export const runRubricMigration: FrontendHandler<'runRubricMigration'> = async (
  { params: { rubricId, migrationId }, subject: { access }, caller: { userId }, requestId },
  { database, logger },
) => {
  const { courseId } = access
  await database.transaction((tx) => migrateAssessments(tx, { rubricId, migrationId, courseId, byUserId: userId }))
  const body = await requireMigration(database, { rubricId, migrationId })
  const count = body.assessments - body.blocked
  logger.info('rubric migration run', { event: 'rubric_migration_run', courseId, count, userId, requestId })
  return { status: 200, body }
}
