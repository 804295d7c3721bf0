import type { Database } from '@course-grading/data/db/database'
import { findRubric, type StoredRubric } from '@course-grading/data/rubrics/rubric-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** @throws DomainError not_found if the rubric was deleted after `authorize` had found it */
export async function requireRubric(database: Database, rubricId: string): Promise<StoredRubric> {
  const rubric = await findRubric(database, rubricId)
  if (rubric === null) throw new DomainError('not_found')
  return rubric
}
