import { deleteCapabilities } from './capabilities/delete-capabilities.ts'
import { deleteCapability } from './capabilities/delete-capability.ts'
import { listCapabilities } from './capabilities/list-capabilities.ts'
import { registerCapability } from './capabilities/register-capability.ts'
import type { Deps } from './deps.ts'
import type { GraderHandlers } from './handler.ts'
import { resetAssessments } from './grading/reset-assessments.ts'
import { getExerciseCourse } from './submissions/get-exercise-course.ts'

/** Every operation of the contract with its handler. */
export function createHandlers(deps: Deps): GraderHandlers {
  return {
    registerCapability: registerCapability(deps),
    listCapabilities: listCapabilities(deps),
    deleteCapabilities: deleteCapabilities(deps),
    deleteCapability: deleteCapability(deps),
    getExerciseCourse: getExerciseCourse(deps),
    resetAssessments: resetAssessments(deps),
  }
}
