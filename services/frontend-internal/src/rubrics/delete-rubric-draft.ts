import { deleteRubricDraftRow } from '@course-grading/data/rubrics/rubric-draft-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteRubricDraft: FrontendHandler<'deleteRubricDraft'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => ({
  status: 204,
  revision: await deleteRubricDraftRow(database, { rubricId, expectedRevision }),
})
