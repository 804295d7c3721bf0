import { singleReplyBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { readUser, type User } from './user-reply.ts'

export type Identity = User

/** Throws `upstream_refused` if the token is nobody's. `first_validation`: of a token that may be made up; nobody waits behind it. */
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
