import type { CourseView } from '@course-grading/contracts/courses/course-view'
import type { Shown } from '@course-grading/contracts/operation/reply'
import { countOpenWork } from '@course-grading/data/claims/count-work'
import type { CourseMember } from '../access/course-member.ts'
import type { Deps } from '../deps/deps.ts'

export async function courseViewOf(
  { database }: Pick<Deps, 'database'>,
  member: CourseMember,
  askedSlug?: string,
): Promise<Shown<CourseView>> {
  const { access, course, isTeacher, isStaff, isStudent, grader } = member
  const counts =
    isTeacher || grader ? { students: access.students, ...(await countOpenWork(database, access.courseId)) } : null
  return {
    courseId: access.courseId,
    slug: access.slug,
    name: access.name,
    code: course?.code ?? '',
    instanceName: course?.instanceName ?? '',
    configured: true,
    listed: access.listed,
    roles: [
      ...(isTeacher ? ['teacher' as const] : []),
      ...(isStaff && !isTeacher ? ['assistant' as const] : []),
      ...(grader ? ['grader' as const] : []),
      ...(isStudent ? ['student' as const] : []),
    ],
    languages: access.languages,
    counts,
    takenAt: access.takenAt,
    ...(askedSlug !== undefined && askedSlug !== access.slug && { movedTo: access.slug }),
  }
}
