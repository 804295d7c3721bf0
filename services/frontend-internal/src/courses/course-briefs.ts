import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { CourseHead } from '@course-grading/data/courses/course-access-queries'
import type { SessionCourse, SessionIdentity } from '@course-grading/domain/sessions/session-identity'
import type { Deps } from '../deps/deps.ts'

const roleOf = { teacher: 'teacher', assistant: 'assistant', staff: 'assistant', student: 'student' } as const

export async function courseBriefsOf(
  { listCourseHeads }: Pick<Deps, 'listCourseHeads'>,
  { user, courses }: SessionIdentity,
): Promise<readonly CourseBrief[]> {
  if (courses.length === 0) return []
  const heads = await listCourseHeads({ userId: user.userId, courseIds: courses.map(({ courseId }) => courseId) })
  const headOf = new Map(heads.map((head) => [head.courseId, head]))
  return courses.map((course) => courseBrief(course, shownHead(course, headOf.get(course.courseId))))
}

/** A course that the learning platform hides from students is hidden from students here, too. */
function shownHead({ role }: SessionCourse, head: CourseHead | undefined): CourseHead | undefined {
  return role === 'student' && head?.visible === false ? undefined : head
}

function courseBrief(course: SessionCourse, head: CourseHead | undefined): CourseBrief {
  const { courseId, code, instanceName, role } = course
  const isGrader = head?.listedGrader === true && role !== 'student'
  return {
    courseId,
    slug: head?.slug ?? null,
    name: head?.name ?? course.name,
    code,
    instanceName,
    configured: head !== undefined,
    listed: head?.listed ?? true,
    roles: [roleOf[role], ...(isGrader ? ['grader' as const] : [])],
  }
}
