import { archiveRubric as archive } from '@course-grading/data/rubrics/archive-rubric'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const archiveRubric: FrontendHandler<'archiveRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => {
  const outcome = await database.transaction((tx) => archive(tx, { rubricId, expectedRevision }))
  return { status: 204, revision: requireWritten(outcome) }
}
