import type { Caller } from '../http/caller.ts'
import { courseVisible, roleOf, teacherOnly } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { siteTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
import { forbidden } from '../http/http-error.ts'
import type { Route } from '../http/router.ts'
import { userBrief } from '../users/render-user.ts'
import { fullNameOf, type User } from '../world/user.ts'
import type { Group } from '../world/course.ts'

function groupItem(call: Call, group: Group, member: (user: User) => JsonObject): JsonObject {
  return {
    id: group.id,
    url: call.link(`/courses/${group.courseId}/groups/${group.id}`),
    members: group.memberIds.map((id) => member(call.world.user(id))),
    timestamp: siteTime(group.createdAtMs),
  }
}

function groupsOf(call: Call): Group[] {
  return [...call.world.groups.values()].filter((group) => group.courseId === call.course.id)
}

function memberOnly(call: Call, caller: Caller): void {
  courseVisible(call, caller)
  if (roleOf(call, caller) === null) throw forbidden()
}

export const groupRoutes: readonly Route[] = [
  {
    operation: 'listGroups',
    method: 'GET',
    path: '/courses/{courseId}/groups',
    allow: teacherOnly,
    handle: (call) =>
      paginated(call, groupsOf(call), (group) => groupItem(call, group, (user) => userBrief(call, user))),
  },
  {
    operation: 'listOwnGroups',
    method: 'GET',
    path: '/courses/{courseId}/mygroups',
    allow: memberOnly,
    handle: (call, caller) => {
      const own = groupsOf(call).filter((group) => caller.kind === 'user' && group.memberIds.includes(caller.user.id))
      // This is the id of the profile, not of the user.
      return paginated(call, own, (group) =>
        groupItem(call, group, (user) => ({
          id: user.profileId,
          url: call.link(`/users/${user.id}`),
          full_name: fullNameOf(user),
        })),
      )
    },
  },
  {
    operation: 'listNews',
    method: 'GET',
    path: '/courses/{courseId}/news',
    allow: memberOnly,
    handle: (call) => paginated(call, [], () => null),
  },
]
