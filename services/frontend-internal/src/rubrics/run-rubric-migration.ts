import { runRubricMigration as run } from '@course-grading/data/rubrics/run-migration'
import { DomainError } from '@course-grading/domain/errors'
import type { FrontendHandler } from '../handler.ts'
import { requireMigration } from './require-migration.ts'

export const runRubricMigration: FrontendHandler<'runRubricMigration'> = async (
  { params: { rubricId, migrationId }, access: { access }, caller: { userId }, requestId },
  { database, logger },
) => {
  const { courseId } = access
  const outcome = await database.transaction((tx) => run(tx, { rubricId, migrationId, courseId, byUserId: userId }))
  switch (outcome.outcome) {
    case 'not_found':
      throw new DomainError('not_found')
    case 'not_in_state':
      throw new DomainError('not_in_state', { detail: outcome.state })
    case 'stale':
      throw new DomainError('revision_conflict')
    case 'run': {
      const body = await requireMigration(database, { rubricId, migrationId })
      const count = body.assessments - body.blocked
      logger.info('rubric migration run', { event: 'rubric_migration_run', courseId, count, userId, requestId })
      return { status: 200, body }
    }
  }
}
