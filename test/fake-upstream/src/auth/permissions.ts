import type { Call } from '../http/call.ts'
import { forbidden, unauthorized } from '../http/http-error.ts'
import type { Course, CourseRole } from '../world/course.ts'
import type { User } from '../world/user.ts'
import type { World } from '../world/world.ts'
import type { Caller } from '../http/caller.ts'

/** The role in the course that A+ decides by: superusers are teachers everywhere. */
function effectiveRole(world: World, course: Course, user: User): CourseRole | null {
  return user.isSuperuser ? 'teacher' : world.roleOf(course.id, user.id)
}

export function isCourseStaff(call: Call, caller: Caller): boolean {
  const role = roleOf(call, caller)
  return role === 'teacher' || role === 'assistant'
}

export function roleOf(call: Call, caller: Caller): CourseRole | null {
  return caller.kind === 'user' ? effectiveRole(call.world, call.course, caller.user) : null
}

/** A+ rejects unsafe methods of graders everywhere but at the grading endpoints. */
export function loggedIn(call: Call, caller: Caller): void {
  if (caller.kind === 'anonymous') throw unauthorized()
  if (caller.kind !== 'user' && !['GET', 'HEAD', 'OPTIONS'].includes(call.request.method)) throw forbidden()
}

/**
 * Whether the caller may see the course: staff always may, others by its settings, and nobody but staff if it is
 * hidden.
 */
export function courseVisible(call: Call, caller: Caller): void {
  loggedIn(call, caller)
  if (caller.kind === 'anonymous') throw unauthorized()
  if (caller.kind !== 'user') {
    if (caller.exercise.courseId !== call.course.id) throw forbidden()
    return
  }
  const role = effectiveRole(call.world, call.course, caller.user)
  if (role === 'teacher' || role === 'assistant' || caller.user.isSiteStaff) return
  if (!call.course.visibleToStudents) throw forbidden()
  if (role === null && call.course.viewableBy === 'enrolled') throw forbidden()
}

export function teacherOnly(call: Call, caller: Caller): void {
  courseVisible(call, caller)
  if (roleOf(call, caller) !== 'teacher') throw forbidden()
}

export function staffOnly(call: Call, caller: Caller): void {
  courseVisible(call, caller)
  if (!isCourseStaff(call, caller)) throw forbidden()
}

/** The user who calls, for endpoints that make sense only with a user token. */
export function requireUser(caller: Caller): User {
  if (caller.kind !== 'user') throw forbidden()
  return caller.user
}
