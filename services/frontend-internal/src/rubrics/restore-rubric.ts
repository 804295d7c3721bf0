import { restoreRubric as restore } from '@course-grading/data/rubrics/archive-rubric'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const restoreRubric: FrontendHandler<'restoreRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => ({
  status: 204,
  revision: requireWritten(await restore(database, { rubricId, expectedRevision })),
})
