import createClient from 'openapi-fetch'
import { errorOfReply, PublicApiError } from './public-api-error.ts'
import type { components, paths } from './public-v1.ts'

export type CourseSettings = components['schemas']['CourseSettingsDocumentV1']
export type CourseSettingsUpdate = components['schemas']['CourseSettingsUpdateV1']

const settingsPath = '/api/v1/courses/{courseId}/settings'

/** Longer than the service takes for any write, 60 s, so that its reply is not missed. */
const defaultTimeLimitMs = 70_000

/** For the body of a reply, which the service has whole when it begins to reply. */
const defaultBodyLimitMs = 10_000

export interface PublicClientOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: string
  /** An API token of A+. It is sent to `baseUrl` alone; redirects are not followed. */
  readonly token: string
  /** For a whole request with its reply. */
  readonly timeLimitMs?: number | undefined
  readonly bodyLimitMs?: number | undefined
}

export interface ReadSettings {
  readonly settings: CourseSettings
  /** What `ifMatch` of a write takes. */
  readonly etag: string
}

export interface PublicClient {
  getCourseSettings(courseId: number): Promise<ReadSettings>
  /** Replaces all settings, if `ifMatch` is still their revision; otherwise rejects with the code `revision_conflict`. */
  putCourseSettings(courseId: number, update: CourseSettingsUpdate, ifMatch: string): Promise<ReadSettings>
}

/** What a token consists of: anything else cannot be sent, and would be quoted by the error of `fetch`. */
export const tokenPattern = /^[\x21-\x7e]{1,256}$/

/** Every method rejects with a `PublicApiError`, and with nothing else. Nothing is sent twice. */
export function createPublicClient({ baseUrl, token, timeLimitMs, bodyLimitMs }: PublicClientOptions): PublicClient {
  if (!tokenPattern.test(token)) throw new TypeError('The token is not of 1 to 256 visible characters of ASCII.')
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // A proxy that compresses makes the ETag a weak one, which no write may name.
    headers: { Authorization: `Token ${token}`, 'Accept-Encoding': 'identity' },
    redirect: 'manual',
    cache: 'no-store',
    fetch: (request) => fetchWhole(request, bodyLimitMs ?? defaultBodyLimitMs),
  })
  const limit = () => ({ signal: AbortSignal.timeout(timeLimitMs ?? defaultTimeLimitMs) })
  return {
    getCourseSettings: (courseId) =>
      settingsOf(courseId, client.GET(settingsPath, { params: { path: { courseId } }, ...limit() })),
    putCourseSettings: (courseId, body, ifMatch) => {
      const params = { path: { courseId }, header: { 'If-Match': ifMatch } }
      return settingsOf(courseId, client.PUT(settingsPath, { params, body, ...limit() }))
    },
  }
}

/** Ends a reply that drips. */
async function fetchWhole(request: Request, bodyLimitMs: number): Promise<Response> {
  const body = new AbortController()
  const response = await fetch(request, { signal: AbortSignal.any([request.signal, body.signal]) })
  const limit = setTimeout(() => body.abort(new DOMException('The reply drips.', 'TimeoutError')), bodyLimitMs)
  try {
    return new Response(response.body && (await response.arrayBuffer()), response)
  } finally {
    clearTimeout(limit)
  }
}

interface Reply {
  readonly data?: CourseSettings | undefined
  readonly error?: unknown
  readonly response: Response
}

const weakEtag =
  'The ETag of the reply is weak: a proxy in between changed the reply, such as by compressing it. It must leave ETag as it is.'

async function settingsOf(courseId: number, sent: Promise<Reply>): Promise<ReadSettings> {
  const { data, error: body, response } = await sent.catch(rethrow)
  if (!response.ok) throw errorOfReply(response, body)
  const etag = response.headers.get('ETag')
  if (etag?.startsWith('W/')) throw errorOfReply(response, null, weakEtag)
  // A page of a proxy may have status 200, too.
  if (data?.courseId !== courseId || etag !== `"${data.revision}"`) throw errorOfReply(response, null)
  return { settings: data, etag }
}

function rethrow(cause: unknown): never {
  const { name, cause: below } = cause as { name?: string; cause?: { code?: string } }
  // The system's code, such as ECONNREFUSED, and no other text.
  const code = /^[A-Z_]+$/.exec(below?.code ?? '')
  const what = name === 'TimeoutError' ? ' within the time limit' : name === 'SyntaxError' ? ' whole, or as JSON' : ''
  const message = `No reply came${what}${code === null ? '' : ` (${code[0]})`}.`
  // Other texts of the cause may quote what was sent.
  throw new PublicApiError('no_reply', message, null, code === null ? {} : { cause: { code: code[0] } })
}
