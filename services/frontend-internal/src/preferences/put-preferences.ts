import { writePreferences } from '@course-grading/data/preferences/preferences-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'

export const putPreferences: FrontendHandler<'putPreferences'> = async (
  { caller: { userId }, body, expectedRevision },
  { database },
) => {
  const revision = await writePreferences(database, { userId, expectedRevision, document: JSON.stringify(body) })
  if (revision === null) throw new DomainError('revision_conflict')
  return { status: 204, revision }
}
