import type { Upstream, UpstreamCall } from '../client/client.ts'
import { requestUser } from './fetch-user.ts'

interface CourseStaffLookUp {
  readonly userId: number
  /** Null if A+ shows nobody with this id. */
  readonly fullName: string | null
  readonly isStaff: boolean
}

/** Needs a teacher's token, since A+ shows other people only to teachers. A 404 means no staff. */
export async function findCourseStaff(
  upstream: Upstream,
  call: UpstreamCall,
  userId: number,
  courseId: number,
): Promise<CourseStaffLookUp> {
  const user = await requestUser(upstream, call, 'findCourseStaff', userId)
  const isStaff = user?.staffCourses.some((course) => course.courseId === courseId) === true
  return { userId, fullName: user?.fullName ?? null, isStaff }
}
