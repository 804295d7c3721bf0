import { markRubricRestored } from '@course-grading/data/rubrics/archive-rubric'
import type { FrontendHandler } from '../access/handler.ts'

export const restoreRubric: FrontendHandler<'restoreRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => ({
  status: 204,
  revision: await markRubricRestored(database, { rubricId, expectedRevision }),
})
