import { insertRubric } from '@course-grading/data/rubrics/rubric-queries'
import type { FrontendHandler } from '../access/handler.ts'
import { languagesOf, requireDocument } from './require-document.ts'
import { rubricReply } from './rubric-reply.ts'

export const createRubric: FrontendHandler<'createRubric'> = async ({ subject, body: { document } }, { database }) => {
  const draft = requireDocument(document, { languages: languagesOf(subject), at: ['document'] })
  const rubric = await insertRubric(database, { courseId: subject.courseId, draft })
  return { status: 201, ...rubricReply(rubric) }
}
