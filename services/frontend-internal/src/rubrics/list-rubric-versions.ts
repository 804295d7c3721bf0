import type { RubricVersion } from '@course-grading/contracts/rubrics/rubric'
import { selectRubricVersions } from '@course-grading/data/rubrics/rubric-version-queries'
import { pageReply } from '@course-grading/http-kit'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const listRubricVersions: FrontendHandler<'listRubricVersions'> = async (
  { params: { rubricId }, page },
  { database },
) => {
  const rows = await selectRubricVersions(database, { rubricId, before: page.after, limit: page.limit + 1 })
  return pageReply({
    rows,
    page,
    keyOf: ({ version, wording }) => [version, wording],
    itemOf: ({ userName, ...row }): RubricVersion => ({ ...row, by: toStaffRef(row.userId, userName) }),
  })
}
