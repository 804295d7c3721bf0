import { updateRubricDraft } from '@course-grading/data/rubrics/rubric-draft-queries'
import type { FrontendHandler } from '../access/handler.ts'
import { requireDocument } from './require-document.ts'

export const putRubricDraft: FrontendHandler<'putRubricDraft'> = async (
  { params: { rubricId }, subject: { access: course }, body, expectedRevision },
  { database },
) => {
  const draft = requireDocument(body, { languages: course.languages })
  const revision = await updateRubricDraft(database, { rubricId, expectedRevision, draft })
  return { status: 204, revision }
}
