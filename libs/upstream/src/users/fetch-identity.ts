import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { readUser, type User } from './user-reply.ts'

export type Identity = User

/** `upstream_refused` if it belongs to nobody. A token that anybody may have made up is a `first_validation`: nobody waits behind it. */
export function fetchIdentity(
  upstream: Upstream,
  call: UpstreamCall,
  purpose: 'validation' | 'first_validation' = 'validation',
): Promise<Identity> {
  return upstream.get(
    {
      operation: 'fetchIdentity',
      purpose,
      path: '/users/me',
      limitBytes: singleReplyBytes,
      read: wholeJson(readUser),
    },
    call,
  )
}
