import { pageBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { pathId } from '../path-id.ts'
import { checkUserTagsReply } from './user-tags-reply.ts'

/**
 * Whether the token's owner is a teacher of the course, superusers included: A+ shows user tags to teachers only. It is for A+
 * versions whose identity has no list of taught courses. A reply that is not a page of user tags does not prove it.
 */
export async function probeCourseTeacher(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<boolean> {
  const read = wholeJson((json) => {
    checkUserTagsReply(json)
    return true
  })
  try {
    return await upstream.get(
      {
        operation: 'probeCourseTeacher',
        purpose: 'validation',
        path: `/courses/${pathId(courseId)}/usertags`,
        limitBytes: pageBytes,
        read,
      },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') return false
    throw error
  }
}
