import { selectOpenClaims } from '@course-grading/data/claims/list-claims'
import { pageReply } from '@course-grading/http-kit'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const listOpenClaims: FrontendHandler<'listOpenClaims'> = async (
  { params: { courseId }, page },
  { database },
) => {
  const rows = await selectOpenClaims(database, { courseId, after: page.after?.[0] ?? null, limit: page.limit + 1 })
  return pageReply({
    rows,
    page,
    keyOf: ({ assessmentId }) => [assessmentId],
    itemOf: ({ holderId, holderName, ...claim }) => ({ ...claim, holder: toStaffRef(holderId, holderName) }),
  })
}
