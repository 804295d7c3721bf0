import { singleAnswerBytes } from '../answers/sizes.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { pathId } from '../path-id.ts'
import { checkUserAnswer, courseIds } from './user-answer.ts'

/**
 * Whether a person is a teacher or assistant of a course. A+ shows other people to teachers only, so the token must be
 * a teacher's; a person whom A+ does not show (404) is no staff.
 */
export async function isCourseStaff(
  upstream: Upstream,
  call: UpstreamCall,
  userId: number,
  courseId: number,
): Promise<boolean> {
  const read = (json: unknown): boolean => {
    const user = checkUserAnswer(json)
    if (user.id !== userId) throw new UpstreamError('schema')
    return courseIds(user.staff_courses).includes(courseId)
  }
  try {
    return await upstream.get(
      { operation: 'isCourseStaff', purpose: 'data', path: `/users/${pathId(userId)}`, limitBytes: singleAnswerBytes, read },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return false
    throw error
  }
}
