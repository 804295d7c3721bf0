import { findFeedbackTemplates } from '@course-grading/data/feedback/feedback-templates'
import type { FrontendHandler } from '../access/handler.ts'

export const getFeedbackTemplates: FrontendHandler<'getFeedbackTemplates'> = async (
  { params: { courseId } },
  { database },
) => {
  const { revision, templates } = (await findFeedbackTemplates(database, courseId)) ?? {
    revision: 0,
    templates: {},
  }
  return { status: 200, body: { revision, templates }, revision }
}
