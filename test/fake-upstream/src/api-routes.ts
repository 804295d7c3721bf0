import { courseRoutes } from './courses/course-routes.ts'
import { exerciseRoutes } from './exercises/exercise-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import { graderRoutes } from './grader-callback/grader-routes.ts'
import { groupRoutes } from './groups/group-routes.ts'
import type { Route } from './http/router.ts'
import { pointsRoutes } from './points/points-routes.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { studentRoutes } from './students/student-routes.ts'
import { dataRoutes } from './submission-data/data-routes.ts'
import { submissionRoutes } from './submissions/submission-routes.ts'
import { submitRoute } from './submissions/submit-route.ts'
import { teacherSubmissionRoute } from './submissions/teacher-submission-route.ts'
import { taggingRoutes } from './taggings/tagging-routes.ts'
import { userRoutes } from './users/user-routes.ts'
import { userTagRoutes } from './usertags/usertag-routes.ts'

/** Every operation that the simulator has; for any other path it replies as A+ does for an unrouted one. */
export const apiRoutes: readonly Route[] = [
  ...userRoutes,
  ...courseRoutes,
  ...exerciseRoutes,
  ...studentRoutes,
  ...userTagRoutes,
  ...taggingRoutes,
  ...groupRoutes,
  ...pointsRoutes,
  ...dataRoutes,
  ...submissionRoutes,
  submitRoute,
  teacherSubmissionRoute,
  ...fileRoutes,
  ...graderRoutes,
  ...statisticsRoutes,
]
