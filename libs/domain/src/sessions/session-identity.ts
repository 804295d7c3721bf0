/** 'staff' where A+ is too old to report teachers apart from assistants. */
type SessionRole = 'teacher' | 'assistant' | 'staff' | 'student'

export interface SessionCourse {
  readonly courseId: number
  readonly code: string
  /** May hold language markup (`pickLanguage`). */
  readonly name: string
  readonly instanceName: string
  readonly role: SessionRole
}

/** Stored as JSON. */
export interface SessionIdentity {
  readonly user: {
    readonly userId: number
    readonly username: string
    readonly fullName: string
    readonly email: string
    readonly studentId: string | null
  }
  readonly courses: readonly SessionCourse[]
}

export function staffNamesOf({ user: { userId, fullName }, courses }: SessionIdentity) {
  return courses.flatMap(({ courseId, role }) => (role === 'student' ? [] : [{ courseId, userId, fullName }]))
}

type CourseBrief = Omit<SessionCourse, 'role'>

interface UpstreamIdentity {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  /** Null if A+ is too old to report them. */
  readonly teacherCourses: readonly CourseBrief[] | null
  readonly staffCourses: readonly CourseBrief[]
  readonly enrolledCourses: readonly CourseBrief[]
}

/** Gives a person one role in each course, the one with the most rights. */
export function sessionIdentityOf(upstream: UpstreamIdentity): SessionIdentity {
  const courses = new Map<number, SessionCourse>()
  const add = (briefs: readonly CourseBrief[], role: SessionRole): void => {
    for (const { courseId, code, name, instanceName } of briefs) {
      if (!courses.has(courseId)) courses.set(courseId, { courseId, code, name, instanceName, role })
    }
  }
  add(upstream.teacherCourses ?? [], 'teacher')
  add(upstream.staffCourses, upstream.teacherCourses === null ? 'staff' : 'assistant')
  add(upstream.enrolledCourses, 'student')
  const { userId, username, fullName, email, studentId } = upstream
  return {
    user: { userId, username, fullName, email, studentId },
    courses: [...courses.values()].sort((a, b) => a.courseId - b.courseId),
  }
}
