import { deleteRubricRow } from '@course-grading/data/rubrics/rubric-draft-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteRubric: FrontendHandler<'deleteRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => {
  await deleteRubricRow(database, { rubricId, expectedRevision })
  return { status: 204 }
}
