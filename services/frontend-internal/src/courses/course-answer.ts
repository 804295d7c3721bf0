import type { CourseView } from '@course-grading/contracts'
import type { Answer } from '@course-grading/http-kit'
import type { CourseMember } from '../access/admit.ts'

/** A configured course as one of its members sees it. `askedSlug`: the slug it was asked for by. */
export function courseAnswer(member: CourseMember, askedSlug?: string): Answer {
  const { access, course, isTeacher, isStaff, isStudent, grader } = member
  const view: CourseView = {
    courseId: access.courseId, slug: access.slug, name: access.name,
    code: course?.code ?? '', instanceName: course?.instanceName ?? '',
    configured: true,
    roles: [
      ...(isTeacher ? ['teacher' as const] : []), ...(isStaff && !isTeacher ? ['assistant' as const] : []),
      ...(grader ? ['grader' as const] : []), ...(isStudent ? ['student' as const] : []),
    ],
    languages: access.languages,
    // Queues come with grading.
    counts: isTeacher || grader ? { students: access.students, waiting: 0, inProgress: 0 } : null,
    takenAt: access.takenAt,
    ...(askedSlug !== undefined && askedSlug !== access.slug && { movedTo: access.slug }),
  }
  return { status: 200, json: JSON.stringify(view) }
}
