import type { Caller } from '../http/caller.ts'
import { courseVisible, isCourseStaff } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
import type { Route } from '../http/router.ts'
import { filterUsers } from '../users/filter-users.ts'
import { userBrief } from '../users/render-user.ts'
import type { User } from '../world/user.ts'

/** The students of the course whom the caller may see: staff see all, a student only himself, and a grader nobody. */
function visibleStudents(call: Call, caller: Caller): User[] {
  const students = call.world.studentIdsOf(call.course.id).map((id) => call.world.user(id))
  if (isCourseStaff(call, caller) || (caller.kind === 'user' && caller.user.isSiteStaff)) return students
  return caller.kind === 'user' ? students.filter((student) => student.id === caller.user.id) : []
}

function studentItem(call: Call, user: User): JsonObject {
  const course = call.course
  return {
    ...userBrief(call, user),
    tag_slugs: [user.isExternal ? 'user-external' : 'user-internal', ...call.world.tagSlugsOf(course.id, user.id)],
    summary_html: `${call.request.origin}/${course.htmlPath}/teachers/participants/${user.id}`,
    points: call.link(`/courses/${course.id}/points/${user.id}`),
    data: call.link(`/courses/${course.id}/submissiondata/${user.id}`),
  }
}

export const studentRoutes: readonly Route[] = [
  {
    operation: 'listStudents',
    method: 'GET',
    path: '/courses/{courseId}/students',
    allow: courseVisible,
    handle: (call, caller) => {
      const students = filterUsers(visibleStudents(call, caller), call.request.query)
      return paginated(call, students, (student) => studentItem(call, student))
    },
  },
]
