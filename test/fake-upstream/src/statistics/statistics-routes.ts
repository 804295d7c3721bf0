import { loggedIn } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { siteTime } from '../http/date-time.ts'
import type { JsonObject } from '../http/json.ts'
import { forbidden } from '../http/http-error.ts'
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'

/** The only endpoints that insist on the trailing slash. Any user with a token may read them. */
function statistics(call: Call, exerciseIds: readonly number[], more: JsonObject): Reply {
  if (!call.request.path.endsWith('/')) {
    return emptyReply(301, { Location: `${call.request.origin}${call.request.path}/` })
  }
  const start = timeFrom(call, 'starttime', 0)
  const end = timeFrom(call, 'endtime', call.world.now())
  const ids = exerciseIds.flatMap((id) => call.world.submissionsOf.get(id) ?? [])
  const found = ids
    .map((id) => call.world.submission(id))
    .filter((submission) => submission.submittedAtMs >= start && submission.submittedAtMs <= end)
  return jsonReply({
    starttime: siteTime(start),
    endtime: siteTime(end),
    submission_count: found.length,
    submitters: new Set(found.flatMap((submission) => submission.submitterIds)).size,
    ...more,
  })
}

function timeFrom(call: Call, name: string, otherwise: number): number {
  const asked = Date.parse(call.request.query.get(name) ?? '')
  return Number.isNaN(asked) ? otherwise : asked
}

export const statisticsRoutes: readonly Route[] = [
  {
    operation: 'readStatistics',
    method: 'GET',
    path: '/statistics',
    allow: loggedIn,
    handle: (call) => statistics(call, [...call.world.exercises.keys()], {}),
  },
  {
    operation: 'readCourseStatistics',
    method: 'GET',
    path: '/courses/{courseId}/statistics',
    allow: loggedIn,
    handle: (call) => {
      const exercises = [...call.world.exercises.values()].filter(({ courseId }) => courseId === call.course.id)
      return statistics(
        call,
        exercises.map(({ id }) => id),
        { course_id: call.course.id },
      )
    },
  },
  {
    operation: 'readExerciseStatistics',
    method: 'GET',
    path: '/exercises/{exerciseId}/statistics',
    allow: loggedIn,
    handle: (call) => statistics(call, [call.exercise.id], { exercise_id: call.exercise.id }),
  },
  {
    operation: 'listCurrentTeachers',
    method: 'GET',
    path: '/courses/current-teachers',
    allow: (call, caller) => {
      loggedIn(call, caller)
      if (caller.kind !== 'user' || !caller.user.isSuperuser) throw forbidden()
    },
    handle: (call) => {
      const running = [...call.world.courses.values()].filter((course) => course.endsAtMs >= call.world.now())
      const teachers = [...call.world.users.values()].filter((user) =>
        running.some((course) => call.world.roleOf(course.id, user.id) === 'teacher'),
      )
      return jsonReply({
        count: teachers.length,
        results: teachers.map((user) => ({
          id: user.id,
          username: user.username,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
        })),
      })
    },
  },
]
