import { courseVisible, effectiveRole, loggedIn } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { siteTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { paginated } from '../http/paginate.ts'
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
    operation: 'listCourses',
    method: 'GET',
    path: '/courses',
    allow: loggedIn,
    handle: (call, caller) => {
      const visible = [...call.world.courses.values()].filter((course) => {
        if (course.visibleToStudents || caller.kind !== 'user') return course.visibleToStudents
        const role = effectiveRole(call.world, course, caller.user)
        return role === 'teacher' || role === 'assistant'
      })
      const newestFirst = visible.sort((a, b) => b.startsAtMs - a.startsAtMs || b.id - a.id)
      return paginated(call, newestFirst, (course) => courseBrief(call, course))
    },
  },
  {
    operation: 'readCourse',
    method: 'GET',
    path: '/courses/{courseId}',
    allow: courseVisible,
    handle: (call) => jsonReply(courseDetail(call, call.course)),
  },
]
