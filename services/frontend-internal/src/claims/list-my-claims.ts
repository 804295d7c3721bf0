import { listOwnClaims } from '@course-grading/data/claims/list-claims'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../handler.ts'

export const listMyClaims: FrontendHandler<'listMyClaims'> = async ({ page, caller }, { database }) => {
  const rows = await listOwnClaims(database, {
    graderId: caller.userId,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  // The roles as they were read last: the list must not fail while the learning platform is down.
  const staffOf = new Set(
    caller.identity.courses.filter(({ role }) => role !== 'student').map(({ courseId }) => courseId),
  )
  return pageReply({
    rows,
    page,
    keyOf: ({ assessmentId }) => [assessmentId],
    itemOf: ({ submitters, ...claim }) => ({
      ...claim,
      submitters: staffOf.has(claim.courseId) ? submitters.map(toPersonRef) : [],
    }),
  })
}
