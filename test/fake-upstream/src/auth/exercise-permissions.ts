import type { Call } from '../http/call.ts'
import { forbidden, unauthorized } from '../http/http-error.ts'
import type { Submission } from '../world/submission.ts'
import type { Caller } from '../http/caller.ts'
import { courseVisible, isCourseStaff, roleOf } from './permissions.ts'

/**
 * Checks the visibility of the course first, then of the exercise: only staff see hidden exercises and those of closed
 * modules.
 */
export function exerciseVisible(call: Call, caller: Caller): void {
  courseVisible(call, caller)
  if (caller.kind !== 'user') {
    if (caller.kind === 'anonymous' || caller.exercise.id !== call.exercise.id) throw forbidden()
    return
  }
  if (isCourseStaff(call, caller)) return
  const module = call.world.modules.get(call.exercise.moduleId)
  const isClosed = module !== undefined && (module.isHidden || module.opensAtMs > call.world.now())
  if (isClosed || call.exercise.status === 'hidden') throw forbidden()
}

/**
 * Lets in staff (assistants only if the exercise lets them view submissions), the submitters, and the submission's own
 * grader token.
 */
export function submissionVisible(call: Call, caller: Caller): void {
  courseVisible(call, caller)
  if (!maySee(call, caller, call.submission)) throw forbidden()
}

export function maySee(call: Call, caller: Caller, submission: Submission): boolean {
  if (caller.kind === 'submission_grader') return caller.submission.id === submission.id
  if (caller.kind !== 'user') return false
  const role = roleOf(call, caller)
  const exercise = call.world.exercise(submission.exerciseId)
  if (role === 'teacher' || (role === 'assistant' && exercise.allowAssistantViewing)) return true
  return role !== 'assistant' && submission.submitterIds.includes(caller.user.id)
}

/** The grading endpoints accept a grader token for exactly this object, even if the course is hidden or has ended. */
export function graderOfSubmission(call: Call, caller: Caller): void {
  if (caller.kind === 'anonymous') throw unauthorized()
  if (caller.kind !== 'submission_grader' || caller.submission.id !== call.submission.id) {
    throw forbidden('No permission to access submission')
  }
}

export function graderOfExercise(call: Call, caller: Caller): void {
  if (caller.kind === 'anonymous') throw unauthorized()
  if (caller.kind !== 'exercise_grader' || caller.exercise.id !== call.exercise.id) {
    throw forbidden('No permission to access submission')
  }
}

/** Whether the caller may see grades and feedback that are not revealed to students yet: staff and graders may. */
export function seesUnrevealed(call: Call, caller: Caller): boolean {
  return caller.kind === 'submission_grader' || isCourseStaff(call, caller)
}
