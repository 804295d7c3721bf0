import { singleAnswerBytes } from '../answers/sizes.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { checkUserAnswer, courseIds } from './user-answer.ts'

/** Who a token belongs to. A superuser teaches everywhere, yet stands in no list. */
export interface Identity {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  /** Courses where this person is a teacher; null where A+ is too old to tell (then `probeCourseTeacher` can). */
  readonly teacherCourseIds: readonly number[] | null
  /** Teacher or assistant. */
  readonly staffCourseIds: readonly number[]
  /** Student, active or pending, hidden courses included. */
  readonly enrolledCourseIds: readonly number[]
}

/** Asks A+ whose token this is: `upstream_refused` when nobody's. */
export function fetchIdentity(upstream: Upstream, call: UpstreamCall): Promise<Identity> {
  return upstream.get(
    { operation: 'fetchIdentity', purpose: 'validation', path: '/users/me', limitBytes: singleAnswerBytes, read: readIdentity },
    call,
  )
}

function readIdentity(json: unknown): Identity {
  const user = checkUserAnswer(json)
  return {
    userId: user.id,
    username: user.username,
    fullName: user.full_name,
    email: user.email,
    studentId: user.student_id,
    teacherCourseIds: user.teacher_courses === undefined ? null : courseIds(user.teacher_courses),
    staffCourseIds: courseIds(user.staff_courses),
    enrolledCourseIds: courseIds(user.enrolled_courses),
  }
}
