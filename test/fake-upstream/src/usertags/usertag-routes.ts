import { teacherOnly } from '../auth/permissions.ts'
import { paginated } from '../http/paginate.ts'
import type { Route } from '../http/router.ts'
import { builtInTagDetails, tagDetail } from './render-tag.ts'

export const userTagRoutes: readonly Route[] = [
  {
    operation: 'listUserTags',
    method: 'GET',
    path: '/courses/{courseId}/usertags',
    allow: teacherOnly,
    handle: (call) => {
      const own = call.world.tagsOf(call.course.id)
      const rows = [...builtInTagDetails().map((item) => () => item), ...own.map((tag) => () => tagDetail(call, tag))]
      return paginated(call, rows, (render) => render())
    },
  },
]
