import { singleAnswerBytes } from '../answers/sizes.ts'
import { wholeJson } from '../answers/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { readUser, type User } from './user-answer.ts'

/** Who a token belongs to. */
export type Identity = User

/** Asks A+ whose token this is: `upstream_refused` when nobody's. */
export function fetchIdentity(upstream: Upstream, call: UpstreamCall): Promise<Identity> {
  return upstream.get({
    operation: 'fetchIdentity', purpose: 'validation', path: '/users/me', limitBytes: singleAnswerBytes,
    read: wholeJson(readUser),
  }, call)
}
