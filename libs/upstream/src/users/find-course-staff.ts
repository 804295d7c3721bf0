import type { Upstream, UpstreamCall } from '../client.ts'
import { requestUser } from './fetch-user.ts'
import type { User } from './user-reply.ts'

/** Null if neither. With a teacher's token: A+ shows other people to teachers only, and 404 is not staff. */
export async function findCourseStaff(
  upstream: Upstream,
  call: UpstreamCall,
  userId: number,
  courseId: number,
): Promise<Pick<User, 'userId' | 'fullName'> | null> {
  const user = await requestUser(upstream, call, 'findCourseStaff', userId)
  const isStaff = user?.staffCourses.some((course) => course.courseId === courseId) === true
  return user !== null && isStaff ? { userId, fullName: user.fullName } : null
}
