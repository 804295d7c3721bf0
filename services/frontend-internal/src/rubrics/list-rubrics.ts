import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import { selectRubrics } from '@course-grading/data/rubrics/rubric-queries'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const listRubrics: FrontendHandler<'listRubrics'> = async (
  { params: { courseId }, query: { state = null }, page },
  { database },
) => {
  const rows = await selectRubrics(database, {
    courseId,
    state,
    before: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    keyOf: ({ rubricId }) => [rubricId],
    itemOf: (row): RubricBrief => row,
  })
}
