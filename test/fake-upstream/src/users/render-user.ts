import type { Call } from '../http/call.ts'
import type { JsonObject } from '../http/json.ts'
import type { CourseRole, Course, EnrolmentStatus } from '../world/course.ts'
import { fullNameOf, type User } from '../world/user.ts'

/** The brief form of a person in lists of users, students, submitters and graders. */
export function userBrief(call: Call, user: User): JsonObject {
  return {
    id: user.id,
    url: call.link(`/users/${user.id}`),
    username: user.username,
    student_id: user.studentId,
    email: user.email,
    full_name: fullNameOf(user),
    is_external: user.isExternal,
  }
}

export function courseBrief(call: Call, course: Course): JsonObject {
  return {
    id: course.id,
    url: call.link(`/courses/${course.id}`),
    html_url: call.page(course.htmlPath),
    code: course.code,
    name: course.name,
    instance_name: course.instanceName,
  }
}

/** The detail of a person, with lists of courses that have no pages and name hidden courses too. */
export function userDetail(call: Call, user: User): JsonObject {
  const lists = {
    enrolled_courses: briefsOf(call, user, ['student'], ['active', 'pending']),
    staff_courses: briefsOf(call, user, ['teacher', 'assistant'], ['active']),
  }
  const byRole = {
    teacher_courses: briefsOf(call, user, ['teacher'], ['active']),
    assistant_courses: briefsOf(call, user, ['assistant'], ['active']),
  }
  return {
    ...userBrief(call, user),
    ...lists,
    ...(call.world.features.roleCourseLists ? byRole : {}),
    first_name: user.firstName,
    last_name: user.lastName,
  }
}

function briefsOf(call: Call, user: User, roles: CourseRole[], statuses: EnrolmentStatus[]): JsonObject[] {
  const courses = [...call.world.courses.values()].filter((course) => {
    const enrolment = call.world.enrolments.get(course.id)?.get(user.id)
    return enrolment !== undefined && roles.includes(enrolment.role) && statuses.includes(enrolment.status)
  })
  return courses.map((course) => courseBrief(call, course))
}
