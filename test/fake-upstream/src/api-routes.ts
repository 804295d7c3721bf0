import { courseRoutes } from './courses/course-routes.ts'
import type { Route } from './http/router.ts'
import { studentRoutes } from './students/student-routes.ts'
import { userRoutes } from './users/user-routes.ts'
import { userTagRoutes } from './usertags/usertag-routes.ts'

/** Every operation that the server plays, and nothing else. */
export const apiRoutes: readonly Route[] = [
  ...userRoutes,
  ...courseRoutes,
  ...studentRoutes,
  ...userTagRoutes,
]
