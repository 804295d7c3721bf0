import Type, { type Static } from 'typebox'
import { replyCheck, nullable, text, upstreamId } from '../replies/reply-check.ts'

export interface CourseBrief {
  readonly courseId: number
  readonly code: string
  readonly name: string
  readonly instanceName: string
}

/** A superuser is a teacher of every course, but is in no list. */
export interface User {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  /** May be empty, and two people may have the same address. */
  readonly email: string
  readonly studentId: string | null
  /** Null if A+ is too old to list them; then `probeCourseTeacher` shows it for a course. */
  readonly teacherCourses: readonly CourseBrief[] | null
  /** The courses of which the person is teacher or assistant. */
  readonly staffCourses: readonly CourseBrief[]
  /** Courses with an active or pending enrolment, hidden courses included. */
  readonly enrolledCourses: readonly CourseBrief[]
}

const courseBriefs = Type.Array(Type.Object({ id: upstreamId, code: text, name: text, instance_name: text }), {
  maxItems: 10_000,
})

/** As `GET /users/me` and `GET /users/{id}` show a user. `teacher_courses` came with A+ 1.26. */
const userReply = Type.Object({
  id: upstreamId,
  username: text,
  student_id: nullable(text),
  email: text,
  full_name: text,
  enrolled_courses: courseBriefs,
  staff_courses: courseBriefs,
  teacher_courses: Type.Optional(courseBriefs),
})

const checkUserReply = replyCheck(userReply)

export function readUser(json: unknown): User {
  const user = checkUserReply(json)
  return {
    userId: user.id,
    username: user.username,
    fullName: user.full_name,
    email: user.email,
    studentId: user.student_id,
    teacherCourses: user.teacher_courses === undefined ? null : briefsOf(user.teacher_courses),
    staffCourses: briefsOf(user.staff_courses),
    enrolledCourses: briefsOf(user.enrolled_courses),
  }
}

function briefsOf(courses: Static<typeof courseBriefs>): CourseBrief[] {
  return courses.map(({ id, code, name, instance_name: instanceName }) => ({ courseId: id, code, name, instanceName }))
}
