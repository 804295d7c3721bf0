import type { CourseAccess, StoredCourseSettings } from '@course-grading/data'
import { DomainError, type Grader, type SessionCourse } from '@course-grading/domain'
import { fetchCourse, probeCourseTeacher, UpstreamError } from '@course-grading/upstream'
import type { Deps } from '../deps.ts'
import { type CallerRequest, upstreamCall } from './session-caller.ts'

/** A request inside a course. */
export interface CourseRequest extends CallerRequest {
  readonly params: { readonly courseId: number }
}

/** What the caller is in a configured course, and what the course shows of itself. */
export interface CourseMember {
  readonly access: CourseAccess
  /** What the learning platform says of the caller in this course; undefined: nothing. */
  readonly course: SessionCourse | undefined
  readonly isTeacher: boolean
  /** Teacher or assistant. */
  readonly isStaff: boolean
  /** The entry among the graders of the settings, of somebody who is staff. */
  readonly grader: Grader | null
  readonly isStudent: boolean
}

/** Whoever asks must teach the course: 403 for anybody else. */
export async function requireTeacher(deps: Deps, request: CallerRequest, courseId: number): Promise<void> {
  if (!await teaches(deps, request, await courseOf(deps, request, courseId))) throw new DomainError('forbidden')
}

/** The settings of a course for one of its teachers: 403 for anybody else, 404 when the course is not configured. */
export async function admitTeacher(deps: Deps, request: CourseRequest): Promise<StoredCourseSettings> {
  const { courseId } = request.params
  await requireTeacher(deps, request, courseId)
  const stored = await deps.loadCourseSettings(courseId)
  if (stored === null) throw new DomainError('not_found')
  return stored
}

/** A teacher or listed grader of a configured course: 403 for anybody else, 404 for students of one that is hidden. */
export async function admitGrader(deps: Deps, request: CourseRequest): Promise<CourseMember> {
  const member = await findMember(deps, request, request.params.courseId)
  if (!member?.isTeacher && !member?.grader) throw await refusal(deps, request, member)
  return member
}

/**
 * Anybody who belongs to a configured course: 403 for those who do not. A course that the learning platform hides is 404
 * for its students.
 */
export async function admitMember(deps: Deps, request: CourseRequest): Promise<CourseMember> {
  const member = await findMember(deps, request, request.params.courseId)
  if (!member?.isStaff && !member?.isStudent) throw await refusal(deps, request, member)
  if (!member.isStaff) await requireVisible(deps, request, member)
  return member
}

/** Null while the course is not configured. */
export async function findMember(deps: Deps, request: CallerRequest, courseId: number): Promise<CourseMember | null> {
  const course = await courseOf(deps, request, courseId)
  const access = await deps.findCourseAccess({ courseId, userId: request.caller.userId })
  if (access === null) return null
  const isStaff = course !== undefined && course.role !== 'student'
  const isTeacher = await teaches(deps, request, course)
  const entry = access.graderEntry === null ? null : JSON.parse(access.graderEntry) as Grader
  return {
    access, course, isTeacher, isStaff,
    grader: isStaff ? entry : null,
    // The roster decides once there is one.
    isStudent: !isStaff && (access.hasRoster ? access.onRoster : course?.role === 'student'),
  }
}

/** Whoever belongs to a course that is not configured is told so; nobody else is told whether it is. */
async function refusal(deps: Deps, request: CourseRequest, member: CourseMember | null): Promise<DomainError> {
  if (member?.isStudent) await requireVisible(deps, request, member)
  const belongs = await courseOf(deps, request, request.params.courseId) !== undefined
  return new DomainError(member === null && belongs ? 'not_found' : 'forbidden')
}

async function courseOf(deps: Deps, request: CallerRequest, courseId: number): Promise<SessionCourse | undefined> {
  const identity = await deps.freshIdentity(request)
  return identity.courses.find((course) => course.courseId === courseId)
}

/** An older A+ does not tell teachers from assistants: there it is asked. */
async function teaches(deps: Deps, request: CallerRequest, course: SessionCourse | undefined): Promise<boolean> {
  if (course?.role === 'staff') return await probeCourseTeacher(deps.upstream, upstreamCall(request), course.courseId)
  return course?.role === 'teacher'
}

/** @throws DomainError not_found, to a student of a course that the learning platform hides */
export async function requireVisible(deps: Deps, request: CallerRequest, { access }: CourseMember): Promise<void> {
  if (access.takenAt === null) await requireShown(deps, request, access.courseId)
  else if (!access.visible) throw new DomainError('not_found')
}

/** Without a snapshot only the learning platform knows: it shows a hidden course to its staff alone. */
export async function requireShown(deps: Deps, request: CallerRequest, courseId: number): Promise<void> {
  try {
    await fetchCourse(deps.upstream, upstreamCall(request), courseId)
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') throw new DomainError('not_found')
    throw error
  }
}
