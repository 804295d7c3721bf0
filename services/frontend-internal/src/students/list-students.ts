import { defaultPageSize } from '@course-grading/contracts'
import { type ListedStudent, listStudents as listRoster } from '@course-grading/data'
import { studentRestriction } from '@course-grading/domain'
import { countedFromOne, defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import { admitGrader, type CourseMember } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { requireSnapshot } from '../snapshots/refresh-snapshot.ts'

const cursor = defineCursor<[userId: number]>('students', countedFromOne)

export const listStudents = (deps: Deps): FrontendHandler<'listStudents'> => defineHandler({
  admit: async (admission) => {
    const after = cursor.decode(admission.query.cursor)?.[0] ?? null
    return { after, member: await admitGrader(deps, admission) }
  },
  handle: async (call) => {
    const { q = null, tag = null, feedback, limit = defaultPageSize } = call.query
    const { after, member } = call.resource
    await requireSnapshot(deps, call, member)
    // No feedback is written yet, so everybody is without.
    const rows: readonly ListedStudent[] = feedback !== undefined && feedback !== 'none' ? [] : await listRoster(
      deps.database, call.params.courseId, { q, tag, visibleTo: visibleTags(member), after, limit: limit + 1 },
    )
    return pageAnswer({ rows, limit, cursorOf: ({ userId }) => cursor.encode([userId]) })
  },
})

/** Tags of which a student must carry one to be seen; null: all are. Teachers see everybody. */
export function visibleTags({ isTeacher, grader }: CourseMember): readonly string[] | null {
  return isTeacher || grader === null ? null : studentRestriction(grader)
}
