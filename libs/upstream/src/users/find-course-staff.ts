import type { Upstream, UpstreamCall } from '../client/client.ts'
import { requestUser } from './fetch-user.ts'

interface CourseStaffLookUp {
  readonly userId: number
  /** Null if A+ knows nobody with this id. */
  readonly fullName: string | null
  readonly isStaff: boolean
}

/** With a teacher's token: A+ shows other people to teachers only, and 404 is not staff. */
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
