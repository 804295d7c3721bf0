import { createHmac, randomBytes } from 'node:crypto'

/** An LTI 1.1 service as the administrator of A+ enters it. */
export interface MenuService {
  readonly key: string
  readonly secret: string
  /** The address that is launched. It may have a query, which is signed too. */
  readonly launchUrl: string
  /** `public_with_api`, which passes the API token on, if left out. */
  readonly access?: 'public_with_api' | 'public' | 'anonymous'
}

export interface Launch {
  readonly service: MenuService
  /** The address of A+, without a slash at its end. */
  readonly siteUrl: string
  readonly person: {
    readonly id: number
    readonly givenName: string
    readonly familyName: string
    readonly email: string
    readonly token: string
  }
  readonly role: 'teacher' | 'assistant' | 'student'
  /** `path` is that of its pages, without slashes at its ends: `programming/1`. */
  readonly course: { readonly id: number; readonly code: string; readonly name: string; readonly path: string }
  /** `en` if left out. */
  readonly locale?: string
  /** Epoch seconds; now if left out. */
  readonly timestampS?: number
  readonly nonce?: string
  /** Fields that are sent and signed in addition, also a second time. */
  readonly extra?: readonly (readonly [name: string, value: string])[]
  /** Names of fields that are neither sent nor signed. */
  readonly without?: readonly string[]
}

export type FormField = [name: string, value: string]

const roles = { teacher: 'Instructor', assistant: 'TA,TeachingAssistant', student: 'Learner,Student' }

/** The fields of the form that a browser sends to the launch address. The last one is the signature. */
export function signLaunch(launch: Launch): FormField[] {
  const { service, timestampS = Math.floor(Date.now() / 1000), extra = [], without = [] } = launch
  const signed: FormField[] = [
    ...messageOf(launch),
    ['oauth_nonce', launch.nonce ?? `${randomBytes(8).readBigUInt64BE()}${timestampS}`],
    ['oauth_timestamp', String(timestampS)],
    ['oauth_version', '1.0'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_consumer_key', service.key],
  ]
  const fields = [...signed, ...extra.map(([name, value]): FormField => [name, value])].filter(
    ([name]) => !without.includes(name),
  )
  return [...fields, ['oauth_signature', signatureOf(service.launchUrl, fields, service.secret)]]
}

function messageOf({ service, siteUrl, person, role, course, locale = 'en' }: Launch): FormField[] {
  const { access = 'public_with_api' } = service
  const { host } = new URL(siteUrl)
  const { userId, givenName, familyName, email } =
    access === 'anonymous' ? anonymous() : { ...person, userId: `i${person.id}` }
  const message: FormField[] = [
    ['lti_version', 'LTI-1p0'],
    ['lti_message_type', 'basic-lti-launch-request'],
    ['resource_link_id', 'aplus1'],
    ['resource_link_title', 'Course grading'],
    ['user_id', userId],
    ['roles', roles[role]],
    ['lis_person_name_full', `${givenName} ${familyName}`],
    ['lis_person_name_given', givenName],
    ['lis_person_name_family', familyName],
    ['lis_person_contact_email_primary', email],
    ['context_id', `${host}/${course.path}/`],
    ['context_title', course.name],
    ['context_label', course.code],
    ['launch_presentation_locale', locale],
    ['launch_presentation_document_target', 'window'],
    ['launch_presentation_return_url', `${siteUrl}/${course.path}/`],
    ['tool_consumer_instance_guid', `${host}/aplus`],
    ['tool_consumer_instance_name', 'A+'],
    ['tool_consumer_instance_description', 'Virtual Learning Environment'],
    ['tool_consumer_instance_url', siteUrl],
  ]
  if (access !== 'public_with_api') return message
  return [
    ...message,
    ['custom_context_api', `${siteUrl}/api/v2/courses/${course.id}`],
    ['custom_context_api_id', String(course.id)],
    ['custom_user_api_token', person.token],
  ]
}

function anonymous(): { userId: string; givenName: string; familyName: string; email: string } {
  const id = randomBytes(16).toString('hex')
  return { userId: `a${id}`, givenName: 'Quiet', familyName: 'Otter', email: `anonymous-${id}@aplus.invalid` }
}

/** HMAC-SHA1 by RFC 5849, section 3.4.2. There is no token, so the key ends with `&`. */
export function signatureOf(url: string, fields: readonly FormField[], secret: string): string {
  return createHmac('sha1', `${encode(secret)}&`)
    .update(baseStringOf(url, fields))
    .digest('base64')
}

/** RFC 5849, section 3.4.1, of a POST. */
function baseStringOf(url: string, fields: readonly FormField[]): string {
  const { origin, pathname, searchParams } = new URL(url)
  const pairs = [...searchParams, ...fields]
    .map(([name, value]): FormField => [encode(name), encode(value)])
    .sort(([name, value], [otherName, otherValue]) => order(name, otherName) || order(value, otherValue))
    .map((pair) => pair.join('='))
  return ['POST', encode(origin + pathname), encode(pairs.join('&'))].join('&')
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** RFC 5849, section 3.6. `encodeURIComponent` leaves five characters that must be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
