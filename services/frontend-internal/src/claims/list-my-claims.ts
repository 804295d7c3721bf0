import { listOwnClaims } from '@course-grading/data/claims/list-claims'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const listMyClaims: FrontendHandler<'listMyClaims'> = async ({ page, caller }, { database }) => {
  const rows = await listOwnClaims(database, {
    graderId: caller.userId,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  // The stored roles are used, so that the list does not fail while the learning platform is down.
  const roleIn = new Map(caller.identity.courses.map(({ courseId, role }) => [courseId, role]))
  const mayKnow = ({ courseId, isGrader, submitters }: (typeof rows)[number]): boolean => {
    const role = roleIn.get(courseId) ?? 'student'
    if (role === 'teacher') return true
    return role !== 'student' && isGrader && !submitters.some(({ userId }) => userId === caller.userId)
  }
  return pageReply({
    rows,
    page,
    keyOf: ({ assessmentId }) => [assessmentId],
    itemOf: (row) => {
      const { submitters, isGrader: _isGrader, ...claim } = row
      return { ...claim, submitters: mayKnow(row) ? submitters.map(toPersonRef) : [] }
    },
  })
}
