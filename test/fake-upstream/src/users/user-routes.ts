import type { Caller } from '../http/caller.ts'
import { loggedIn } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { paginated } from '../http/paginate.ts'
import { noSuch } from '../http/http-error.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import type { User } from '../world/user.ts'
import { filterUsers } from './filter-users.ts'
import { userBrief, userDetail } from './render-user.ts'

/** Everybody whom A+ lets read the user directory, grader tokens included. */
function mayReadAnyone(call: Call, caller: Caller): boolean {
  if (caller.kind !== 'user') return caller.kind !== 'anonymous'
  const { user } = caller
  if (user.isSuperuser || user.isSiteStaff) return true
  return [...call.world.courses.keys()].some((courseId) => call.world.roleOf(courseId, user.id) === 'teacher')
}

function ownUser(caller: Caller): User | null {
  return caller.kind === 'user' ? caller.user : null
}

export const userRoutes: readonly Route[] = [
  {
    operation: 'readOwnUser',
    method: 'GET',
    path: '/users/me',
    allow: loggedIn,
    handle: (call, caller) => {
      const user = ownUser(caller)
      if (user === null) throw noSuch('UserProfile')
      return jsonReply(userDetail(call, user))
    },
  },
  {
    operation: 'readUser',
    method: 'GET',
    path: '/users/{userId}',
    allow: loggedIn,
    handle: (call, caller) => {
      const user = call.world.users.get(call.id('userId'))
      const isSelf = user !== undefined && ownUser(caller)?.id === user.id
      if (user === undefined || !(isSelf || mayReadAnyone(call, caller))) throw noSuch('UserProfile')
      return jsonReply(userDetail(call, user))
    },
  },
  {
    operation: 'listUsers',
    method: 'GET',
    path: '/users',
    allow: loggedIn,
    handle: (call, caller) => {
      const own = ownUser(caller)
      const visible = mayReadAnyone(call, caller) ? [...call.world.users.values()] : own === null ? [] : [own]
      const users = filterUsers(visible, call.request.query).toSorted((a, b) => a.profileId - b.profileId)
      return paginated(call, users, (user) => userBrief(call, user))
    },
  },
]
