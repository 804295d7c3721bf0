import { listOwnClaims } from '@course-grading/data/claims/list-claims'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../handler.ts'

export const listMyClaims: FrontendHandler<'listMyClaims'> = async ({ page, caller: { userId } }, { database }) => {
  const rows = await listOwnClaims(database, {
    graderId: userId,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ assessmentId }) => [assessmentId], itemOf: (row) => row })
}
