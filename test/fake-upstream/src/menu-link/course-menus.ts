import type { Course, CourseRole } from '../world/course.ts'
import type { User } from '../world/user.ts'
import type { World } from '../world/world.ts'

/** A course whose menu a person sees, and what A+ says there that the person is. */
export interface CourseMenu {
  readonly course: Course
  readonly role: CourseRole
  /** Not on any list of the course. A superuser passes for a teacher. */
  readonly isSuperuser: boolean
}

export function courseMenusOf(world: World, user: User): CourseMenu[] {
  return [...world.courses.values()].flatMap((course) => {
    const own = world.roleOf(course.id, user.id)
    const role = user.isSuperuser ? 'teacher' : own
    if (role === null || (role === 'student' && !course.visibleToStudents)) return []
    return [{ course, role, isSuperuser: own === null }]
  })
}

/** The English name of those that A+ stores between bars, as `|en:Basics|fi:Perusteet|`. */
export function englishNameOf({ name }: Course): string {
  return /\|en:([^|]*)\|/.exec(name)?.[1] ?? name
}
