import type { CourseView, Shown } from '@course-grading/contracts'
import type { CourseMember } from '../access/course-member.ts'

/** A configured course as one of its members sees it. `askedSlug`: the slug in the request. */
export function toCourseView(member: CourseMember, askedSlug?: string): Shown<CourseView> {
  const { access, course, isTeacher, isStaff, isStudent, grader } = member
  return {
    courseId: access.courseId,
    slug: access.slug,
    name: access.name,
    code: course?.code ?? '',
    instanceName: course?.instanceName ?? '',
    configured: true,
    roles: [
      ...(isTeacher ? ['teacher' as const] : []),
      ...(isStaff && !isTeacher ? ['assistant' as const] : []),
      ...(grader ? ['grader' as const] : []),
      ...(isStudent ? ['student' as const] : []),
    ],
    languages: access.languages,
    // Queues come with grading.
    counts: isTeacher || grader ? { students: access.students, waiting: 0, inProgress: 0 } : null,
    takenAt: access.takenAt,
    ...(askedSlug !== undefined && askedSlug !== access.slug && { movedTo: access.slug }),
  }
}
