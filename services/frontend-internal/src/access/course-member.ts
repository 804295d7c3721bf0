import type { CourseAccess } from '@course-grading/data/courses/course-access-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { SessionCourse } from '@course-grading/domain/sessions/session-identity'
import type { Grader } from '@course-grading/domain/settings/course-settings'
import { fetchCourse, probeCourseTeacher, UpstreamError } from '@course-grading/upstream'
import type { Deps } from '../deps/deps.ts'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'

export interface CourseMember {
  readonly access: CourseAccess
  /** The caller's course as the learning platform reports it; undefined if the caller is not in it. */
  readonly course: SessionCourse | undefined
  readonly isTeacher: boolean
  readonly isStaff: boolean
  readonly grader: Grader | null
  readonly isStudent: boolean
}

export type MemberDeps = Pick<Deps, 'upstream' | 'freshIdentity' | 'findCourseAccess'>

export async function requireTeacher(deps: MemberDeps, request: CallerRequest, courseId: number): Promise<void> {
  if (!(await teaches(deps, request, await courseOf(deps, request, courseId)))) throw new DomainError('forbidden')
}

/** Admits students only while the platform shows them the course. @throws DomainError forbidden, or not_found to members of an unconfigured course */
export async function requireMember(
  deps: MemberDeps,
  request: CallerRequest,
  courseId: number,
  hasRight: (member: CourseMember) => boolean,
): Promise<CourseMember> {
  const member = await findMember(deps, request, courseId)
  if (member === null || !hasRight(member)) throw await withoutRight(deps, request, courseId, member)
  if (!member.isStaff && !(await isVisible(deps, request, member))) throw new DomainError('forbidden')
  return member
}

/** Null while the course is not configured. */
export async function findMember(
  deps: MemberDeps,
  request: CallerRequest,
  courseId: number,
): Promise<CourseMember | null> {
  const course = await courseOf(deps, request, courseId)
  const access = await deps.findCourseAccess({ courseId, userId: request.caller.userId })
  return access === null ? null : await memberOf(deps, request, access, course)
}

export async function memberWithAccess(
  deps: MemberDeps,
  request: CallerRequest,
  access: CourseAccess,
): Promise<CourseMember> {
  return await memberOf(deps, request, access, await courseOf(deps, request, access.courseId))
}

async function memberOf(
  deps: MemberDeps,
  request: CallerRequest,
  access: CourseAccess,
  course: SessionCourse | undefined,
): Promise<CourseMember> {
  const isStaff = course !== undefined && course.role !== 'student'
  const isTeacher = await teaches(deps, request, course)
  return {
    access,
    course,
    isTeacher,
    isStaff,
    grader: isStaff ? access.graderEntry : null,
    // Once a course has a snapshot, its roster decides who is a student.
    isStudent: !isStaff && (access.hasRoster ? access.onRoster : course?.role === 'student'),
  }
}

/** Only members learn that a course is not configured. Students are no members of a course that is hidden from them. */
async function withoutRight(
  deps: MemberDeps,
  request: CallerRequest,
  courseId: number,
  member: CourseMember | null,
): Promise<DomainError> {
  if (member !== null) return new DomainError('forbidden')
  const course = await courseOf(deps, request, courseId)
  const belongs = course !== undefined && (course.role !== 'student' || (await isShown(deps, request, courseId)))
  return new DomainError(belongs ? 'not_found' : 'forbidden')
}

/** For a thing whose path does not name its course: members of the course get 403, all others 404, as if it did not exist. */
export async function withoutRightOfThing(
  deps: MemberDeps,
  request: CallerRequest,
  member: CourseMember | null,
): Promise<DomainError> {
  const knowsCourse =
    member !== null && (member.isStaff || (member.isStudent && (await isVisible(deps, request, member))))
  return knowsCourse ? new DomainError('forbidden') : new DomainError('not_found', { isHidden: true })
}

async function courseOf(
  deps: MemberDeps,
  request: CallerRequest,
  courseId: number,
): Promise<SessionCourse | undefined> {
  const identity = await deps.freshIdentity(request)
  return identity.courses.find((course) => course.courseId === courseId)
}

/** An older A+ does not distinguish teachers from assistants, so there a further call finds out. */
async function teaches(deps: MemberDeps, request: CallerRequest, course: SessionCourse | undefined): Promise<boolean> {
  if (course?.role === 'staff') return await probeCourseTeacher(deps.upstream, upstreamCall(request), course.courseId)
  return course?.role === 'teacher'
}

export async function isVisible(deps: MemberDeps, request: CallerRequest, { access }: CourseMember): Promise<boolean> {
  return access.takenAt === null ? await isShown(deps, request, access.courseId) : access.visible
}

/** Without a snapshot only the learning platform knows whether a course is hidden: it shows a hidden course only to its staff. */
async function isShown(deps: MemberDeps, request: CallerRequest, courseId: number): Promise<boolean> {
  try {
    await fetchCourse(deps.upstream, upstreamCall(request), courseId)
    return true
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') return false
    throw error
  }
}
