import type { SettingsRevision } from '@course-grading/contracts/settings/settings-revision'
import { selectSettingsRevisions } from '@course-grading/data/settings/settings-revision-queries'
import { pageReply } from '@course-grading/http-kit'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const listSettingsRevisions: FrontendHandler<'listSettingsRevisions'> = async (
  { params: { courseId }, page },
  { database },
) => {
  const rows = await selectSettingsRevisions(database, courseId, {
    before: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    keyOf: ({ revision }) => [revision],
    itemOf: ({ userName, ...row }): SettingsRevision => ({ ...row, by: toStaffRef(row.userId, userName) }),
  })
}
