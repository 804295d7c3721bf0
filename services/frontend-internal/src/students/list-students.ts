import { type ListedStudent, listStudents as listRoster } from '@course-grading/data'
import { studentRestriction } from '@course-grading/domain'
import { pageReply } from '@course-grading/http-kit'
import type { CourseMember } from '../access/course-member.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { type RefreshDeps, requireSnapshot } from '../snapshots/refresh-snapshot.ts'

export const listStudents =
  (deps: RefreshDeps & Pick<Deps, 'backgroundRefreshes'>): FrontendHandler<'listStudents'> =>
  async (call) => {
    const {
      access: member,
      page,
      query: { q = null, tag = null, feedback },
    } = call
    await requireSnapshot(deps, call, member)
    const filter = { q, tag, visibleTo: visibleTags(member), after: page.after?.[0] ?? null, limit: page.limit + 1 }
    // No feedback is written yet, so no student has any.
    const isNobody = feedback !== undefined && feedback !== 'none'
    const rows: readonly ListedStudent[] = isNobody ? [] : await listRoster(deps.database, call.params.courseId, filter)
    return pageReply({ rows, page, keyOf: ({ userId }) => [userId], itemOf: (row) => row })
  }

/** Tags of which a student must have one to be seen; null for no restriction. Teachers see everybody. */
export function visibleTags({ isTeacher, grader }: CourseMember): readonly string[] | null {
  return isTeacher || grader === null ? null : studentRestriction(grader)
}
