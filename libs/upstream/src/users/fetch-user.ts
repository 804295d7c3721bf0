import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'
import { readUser, type User } from './user-reply.ts'

/** Null if A+ does not show this person (404): everybody sees themselves, and only teachers of any course see others. */
export function fetchUser(upstream: Upstream, call: UpstreamCall, userId: number): Promise<User | null> {
  return requestUser(upstream, call, 'fetchUser', userId)
}

/** The request of `fetchUser`, for metrics under the name of the operation that makes it. */
export async function requestUser(
  upstream: Upstream,
  call: UpstreamCall,
  operation: 'fetchUser' | 'findCourseStaff',
  userId: number,
): Promise<User | null> {
  const read = wholeJson((json) => {
    const user = readUser(json)
    if (user.userId !== userId) throw new UpstreamError('schema')
    return user
  })
  try {
    return await upstream.get(
      { operation, purpose: 'data', path: `/users/${pathId(userId)}`, limitBytes: singleReplyBytes, read },
      call,
    )
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return null
    throw error
  }
}
