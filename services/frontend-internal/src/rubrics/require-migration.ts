import type { Database } from '@course-grading/data/db/database'
import { findRubricMigration } from '@course-grading/data/rubrics/find-migration'
import type { StoredMigration } from '@course-grading/data/rubrics/migration-rows'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** @throws DomainError not_found if the rubric has no such plan or it was deleted */
export async function requireMigration(
  database: Database,
  which: { readonly rubricId: string; readonly migrationId: string },
): Promise<StoredMigration> {
  const migration = await findRubricMigration(database, which)
  if (migration === null) throw new DomainError('not_found')
  return migration
}
