import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { parseFields, readFormBytes } from '../http/read-form.ts'
import { isSignedBy } from './launch-signature.ts'

export interface Launch {
  readonly token: string
  readonly nonce: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** The launched course; 0 if there is none, or none that can be read. */
  readonly courseId: number
}

/** Why a launch does not sign in. Of an `unsigned` one nothing can be trusted. */
export type LaunchRefusal = 'unsigned' | 'late' | 'used' | 'withoutToken' | 'unknownToken'

export type SignInRefusal = LaunchRefusal | 'withoutCookies'

/** A+ sends some thirty fields. */
const limits = { bytes: 65_536, fields: 200 }
/** Seconds. A+ signs when it makes its page, where the person may first read a privacy notice. frontend-internal compares the time, too. */
const windowS = 600
const visible = /^[\x21-\x7e]{1,255}$/

/** Reads an LTI 1.1 launch over the bytes that were sent. @throws HttpError not_found where this deployment has no launches */
export async function readLaunch(
  ctx: RouterContext,
  { config: { LTI_KEY: key, LTI_SECRET, LTI_SECRET_PREVIOUS, PUBLIC_ORIGIN } }: Pick<Deps, 'config'>,
): Promise<Launch | Extract<LaunchRefusal, 'unsigned' | 'late' | 'withoutToken'>> {
  const secrets = [LTI_SECRET, LTI_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  if (key === undefined || secrets.length === 0) throw new HttpError('not_found')
  const pairs = [...new URLSearchParams(ctx.querystring), ...parseFields(await readFormBytes(ctx, limits))]
  const isSigned = isSignedBy(secrets, { address: PUBLIC_ORIGIN + ctx.path, pairs })
  const values = new Map(pairs)
  const valueOf = (name: string): string => values.get(name) ?? ''
  const isLaunch =
    valueOf('oauth_consumer_key') === key &&
    valueOf('oauth_signature_method') === 'HMAC-SHA1' &&
    valueOf('lti_message_type') === 'basic-lti-launch-request' &&
    /^\d{1,15}$/.test(valueOf('oauth_timestamp')) &&
    visible.test(valueOf('oauth_nonce'))
  if (!isSigned || !isLaunch) return 'unsigned'
  const timestamp = Number(valueOf('oauth_timestamp'))
  if (Math.abs(Date.now() / 1000 - timestamp) > windowS) return 'late'
  const token = valueOf('custom_user_api_token')
  if (!visible.test(token)) return 'withoutToken'
  const courseId = valueOf('custom_context_api_id')
  return {
    token,
    nonce: valueOf('oauth_nonce'),
    timestamp,
    courseId: /^[1-9]\d{0,15}$/.test(courseId) ? Number(courseId) : 0,
  }
}
