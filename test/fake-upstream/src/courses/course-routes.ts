import { courseVisible, loggedIn } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { siteTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { forbidden } from '../http/http-error.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { courseBrief } from '../users/render-user.ts'
import type { Course } from '../world/course.ts'

/** Maps the name of a field to the end of the link in it. */
const links = {
  exercises: 'exercises',
  tree: 'tree',
  points: 'points',
  students: 'students',
  taggings: 'taggings',
  usertags: 'usertags',
  my_points: 'points/me',
  my_data: 'submissiondata/me',
  data: 'submissiondata',
  pending_submissions_data: 'pendingsubmissiondata',
  aggregate_data: 'aggregatedata',
  results_data: 'resultsdata',
  best_results_data: 'bestresultsdata',
  groups: 'groups',
  my_groups: 'mygroups',
  news: 'news',
} as const

function courseDetail(call: Call, course: Course): JsonObject {
  const link = (end: string): string => call.link(`/courses/${course.id}/${end}`)
  return {
    ...courseBrief(call, course),
    language: course.language,
    starting_time: siteTime(course.startsAtMs),
    ending_time: siteTime(course.endsAtMs),
    visible_to_students: course.visibleToStudents,
    group_work_allowed: course.groupWorkAllowed,
    image: null,
    ...Object.fromEntries(Object.entries(links).map(([field, end]) => [field, link(end)])),
    statistics: link('statistics/'),
  }
}

export const courseRoutes: readonly Route[] = [
  {
    operation: 'listCurrentTeachers',
    method: 'GET',
    path: '/courses/current-teachers',
    allow: (call, caller) => {
      loggedIn(call, caller)
      throw forbidden()
    },
    handle: () => jsonReply([]),
  },
  {
    operation: 'readCourse',
    method: 'GET',
    path: '/courses/{courseId}',
    allow: courseVisible,
    handle: (call) => jsonReply(courseDetail(call, call.course)),
  },
]
