import type { Caller } from '../http/caller.ts'
import { courseVisible, isCourseStaff, staffOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
import { badRequest, noSuch } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
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

function requireStudent(call: Call, caller: Caller, userId: number): User {
  const student = visibleStudents(call, caller).find((user) => user.id === userId)
  if (student === undefined) throw noSuch('UserProfile')
  return student
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
  {
    operation: 'readOwnStudent',
    method: 'GET',
    path: '/courses/{courseId}/students/me',
    allow: courseVisible,
    handle: (call, caller) => {
      if (caller.kind !== 'user') throw noSuch('UserProfile')
      return jsonReply(studentItem(call, requireStudent(call, caller, caller.user.id)))
    },
  },
  {
    operation: 'readStudent',
    method: 'GET',
    path: '/courses/{courseId}/students/{userId}',
    allow: courseVisible,
    handle: (call, caller) => jsonReply(studentItem(call, requireStudent(call, caller, call.id('userId')))),
  },
  {
    operation: 'removeStudent',
    method: 'DELETE',
    path: '/courses/{courseId}/students/{userId}',
    allow: staffOnly,
    handle: (call, caller) => {
      const student = requireStudent(call, caller, call.id('userId'))
      const status = call.request.query.get('status')
      if (status !== 'REMOVED' && status !== 'BANNED') throw badRequest('Invalid status')
      call.world.setRole(call.course.id, student.id, 'student', status === 'REMOVED' ? 'removed' : 'banned')
      return emptyReply(204)
    },
  },
]
