import { exerciseVisible } from '../auth/exercise-permissions.ts'
import { courseVisible, roleOf } from '../auth/permissions.ts'
import type { Caller } from '../http/caller.ts'
import type { Call } from '../http/call.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import type { CourseModule } from '../world/course.ts'
import { modulesOf } from './exercise-number.ts'
import { exerciseDetail, moduleItem } from './render-exercise.ts'

/** Hidden modules are listed to teachers only; an older A+ lists them to nobody. */
function visibleModules(call: Call, caller: Caller): CourseModule[] {
  const isTeacher = roleOf(call, caller) === 'teacher' && call.world.features.teachersListHiddenModules
  return modulesOf(call.world, call.course.id).filter((module) => isTeacher || !module.isHidden)
}

export const exerciseRoutes: readonly Route[] = [
  {
    operation: 'listExercises',
    method: 'GET',
    path: '/courses/{courseId}/exercises',
    allow: courseVisible,
    handle: (call, caller) => {
      const results = visibleModules(call, caller).map((module) => moduleItem(call, module))
      return jsonReply({ count: results.length, next: null, previous: null, results })
    },
  },
  {
    operation: 'readExercise',
    method: 'GET',
    path: '/exercises/{exerciseId}',
    allow: exerciseVisible,
    handle: (call) => jsonReply(exerciseDetail(call, call.exercise)),
  },
]
