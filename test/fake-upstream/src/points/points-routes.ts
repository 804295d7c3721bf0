import type { Caller } from '../http/caller.ts'
import { exerciseVisible } from '../auth/exercise-permissions.ts'
import { courseVisible, isCourseStaff } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
import { noSuch } from '../http/http-error.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { filterUsers } from '../users/filter-users.ts'
import { userBrief } from '../users/render-user.ts'
import type { User } from '../world/user.ts'
import { coursePoints, exercisePoints, userWithRole } from './points-of-user.ts'

/**
 * The person whose points are requested. Callers may read their own points; staff may read those of any active member, staff
 * included.
 */
function requireMember(call: Call, caller: Caller, userId: number | 'me'): User {
  if (caller.kind !== 'user') throw noSuch('UserProfile')
  const id = userId === 'me' ? caller.user.id : userId
  const maySee = id === caller.user.id || isCourseStaff(call, caller)
  const user = call.world.users.get(id)
  if (!maySee || user === undefined || call.world.roleOf(call.course.id, id) === null) throw noSuch('UserProfile')
  return user
}

function visibleStudents(call: Call, caller: Caller): User[] {
  const students = call.world.studentIdsOf(call.course.id).map((id) => call.world.user(id))
  if (isCourseStaff(call, caller)) return students
  return students.filter((student) => caller.kind === 'user' && student.id === caller.user.id)
}

/** The members of the exercise replace those of the person, so `id`, `url` and `name` are those of the exercise. */
function submitterStats(call: Call, caller: Caller, user: User): JsonObject {
  return { ...userWithRole(call, user), ...exercisePoints(call, caller, call.exercise, user.id) }
}

const pointsPath = '/courses/{courseId}/points'
const statsPath = '/exercises/{exerciseId}/submitter_stats'

export const pointsRoutes: readonly Route[] = [
  {
    operation: 'listPoints',
    method: 'GET',
    path: pointsPath,
    allow: courseVisible,
    handle: (call, caller) => {
      const students = filterUsers(visibleStudents(call, caller), call.request.query)
      return paginated(call, students, (user) => coursePoints(call, caller, user))
    },
  },
  {
    operation: 'readOwnPoints',
    method: 'GET',
    path: `${pointsPath}/me`,
    allow: courseVisible,
    handle: (call, caller) => jsonReply(coursePoints(call, caller, requireMember(call, caller, 'me'))),
  },
  {
    operation: 'readPoints',
    method: 'GET',
    path: `${pointsPath}/{userId}`,
    allow: courseVisible,
    handle: (call, caller) => jsonReply(coursePoints(call, caller, requireMember(call, caller, call.id('userId')))),
  },
  {
    operation: 'listSubmitterStats',
    method: 'GET',
    path: statsPath,
    allow: exerciseVisible,
    handle: (call, caller) =>
      paginated(call, visibleStudents(call, caller), (user) => ({
        ...userBrief(call, user),
        stats: call.link(`/exercises/${call.exercise.id}/submitter_stats/${user.id}`),
      })),
  },
  {
    operation: 'readOwnSubmitterStats',
    method: 'GET',
    path: `${statsPath}/me`,
    allow: exerciseVisible,
    handle: (call, caller) => jsonReply(submitterStats(call, caller, requireMember(call, caller, 'me'))),
  },
  {
    operation: 'readSubmitterStats',
    method: 'GET',
    path: `${statsPath}/{userId}`,
    allow: exerciseVisible,
    handle: (call, caller) => jsonReply(submitterStats(call, caller, requireMember(call, caller, call.id('userId')))),
  },
]
