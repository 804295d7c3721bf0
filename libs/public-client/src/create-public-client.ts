import createClient from 'openapi-fetch'
import type { CourseSettings, CourseSettingsUpdate } from './course-settings.ts'
import { errorOfReply, PublicApiError } from './public-api-error.ts'
import type { paths } from './public-v1.ts'

const settingsPath = '/api/v1/courses/{courseId}/settings'

/** Longer than the service takes for any write, 60 s, so that its reply is not missed. */
const defaultTimeLimitMs = 70_000

export interface PublicClientOptions {
  /** Where the service is, without `/api/v1`. */
  readonly baseUrl: string
  /** An API token of A+. It is sent to `baseUrl` alone; redirects are not followed. */
  readonly token: string
  /** For a whole request with its reply. */
  readonly timeLimitMs?: number | undefined
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

/** Every method rejects with a `PublicApiError`, and with nothing else. Nothing is sent twice. */
export function createPublicClient({ baseUrl, token, timeLimitMs }: PublicClientOptions): PublicClient {
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Token ${token}` },
    redirect: 'manual',
    cache: 'no-store',
  })
  const limit = () => ({ signal: AbortSignal.timeout(timeLimitMs ?? defaultTimeLimitMs) })
  return {
    getCourseSettings: (courseId) =>
      settingsOf(courseId, () => client.GET(settingsPath, { params: { path: { courseId } }, ...limit() })),
    putCourseSettings: (courseId, update, ifMatch) =>
      settingsOf(courseId, () =>
        client.PUT(settingsPath, {
          params: { path: { courseId }, header: { 'If-Match': ifMatch } },
          body: update,
          ...limit(),
        }),
      ),
  }
}

interface Reply {
  readonly data?: CourseSettings | undefined
  readonly error?: unknown
  readonly response: Response
}

async function settingsOf(courseId: number, send: () => Promise<Reply>): Promise<ReadSettings> {
  const reply = await send().catch((cause: unknown): never => {
    throw noReply(cause)
  })
  const { data, response } = reply
  if (!response.ok) throw errorOfReply(response, reply.error)
  const etag = response.headers.get('ETag')
  // A page of a proxy may have status 200, too.
  if (data?.courseId !== courseId || etag !== `"${data.revision}"`) throw errorOfReply(response, null)
  return { settings: data, etag }
}

function noReply(cause: unknown): PublicApiError {
  const name = cause instanceof Error ? cause.name : ''
  const message =
    name === 'TimeoutError'
      ? 'No reply came within the time limit.'
      : name === 'SyntaxError'
        ? 'The reply was cut, or is not JSON.'
        : `No reply came${reasonOf(cause)}.`
  return new PublicApiError({ code: 'no_reply', message, status: null, cause })
}

/** The system's code of a failed connection, such as ECONNREFUSED. */
function reasonOf(failure: unknown): string {
  const { cause } = failure instanceof Error ? failure : { cause: null }
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''
}
