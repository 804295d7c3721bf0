import { courseRoutes } from './courses/course-routes.ts'
import { exerciseRoutes } from './exercises/exercise-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import { graderRoutes } from './grader-callback/grader-routes.ts'
import type { Route } from './http/router.ts'
import { studentRoutes } from './students/student-routes.ts'
import { dataRoutes } from './submission-data/data-routes.ts'
import { submissionRoutes } from './submissions/submission-routes.ts'
import { submitRoute } from './submissions/submit-route.ts'
import { userRoutes } from './users/user-routes.ts'
import { userTagRoutes } from './usertags/usertag-routes.ts'

/** Every operation that the simulator has; for any other path it replies as A+ does for an unrouted one. */
export const apiRoutes: readonly Route[] = [
  ...userRoutes,
  ...courseRoutes,
  ...exerciseRoutes,
  ...studentRoutes,
  ...userTagRoutes,
  ...dataRoutes,
  ...submissionRoutes,
  submitRoute,
  ...fileRoutes,
  ...graderRoutes,
]
