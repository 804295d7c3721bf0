import { pageBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'
import { checkUserTagsReply } from './user-tags-reply.ts'

/** A+ shows user tags only to teachers and superusers. For A+ that does not list taught courses; only a page of tags proves it. */
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
