import { markRubricArchived } from '@course-grading/data/rubrics/archive-rubric'
import type { FrontendHandler } from '../access/handler.ts'

export const archiveRubric: FrontendHandler<'archiveRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => ({
  status: 204,
  revision: await database.transaction((tx) => markRubricArchived(tx, { rubricId, expectedRevision })),
})
