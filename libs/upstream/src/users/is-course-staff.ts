import type { Upstream, UpstreamCall } from '../client.ts'
import { requestUser } from './fetch-user.ts'

/**
 * Whether a person is a teacher or assistant of a course. A+ shows other people to teachers only, so the token must be
 * a teacher's; a person whom A+ does not show (404) is not staff.
 */
export async function isCourseStaff(
  upstream: Upstream,
  call: UpstreamCall,
  userId: number,
  courseId: number,
): Promise<boolean> {
  const user = await requestUser(upstream, call, 'isCourseStaff', userId)
  return user?.staffCourses.some((course) => course.courseId === courseId) ?? false
}
