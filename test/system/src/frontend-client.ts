import { patiently, tokenOf } from './world.ts'

/** The frontend's secret in development. */
export const frontendSecret = 'dev-frontend-secret-0000000000000000'

/** The defaults make a valid request. Null leaves a header out. */
export interface FrontendSending {
  readonly secret?: string | null
  readonly session?: string
  readonly ifMatch?: string
  /** Text is sent as CSV, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One request to a process of frontend-internal; `path` is below the boundary's prefix. */
export const askFrontend = (
  { url }: { readonly url: string },
  method: string,
  path: string,
  { secret = frontendSecret, session, ifMatch, body, headers }: FrontendSending = {},
): Promise<Response> =>
  patiently(() =>
    fetch(`${url}/internal/frontend${path}`, {
      method,
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      headers: {
        ...(secret !== null && { 'X-Service-Frontend-Secret': secret }),
        ...(session !== undefined && { Authorization: `Bearer ${session}` }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        ...(body !== undefined && { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
        ...headers,
      },
    }),
  )

/** Signs a user in with a token of the learning platform, and returns the session id. */
export async function signIn(process: { readonly url: string }, token = tokenOf(101)): Promise<string> {
  const answer = await askFrontend(process, 'POST', '/sessions', { body: { token } })
  const created = (await answer.json()) as { sessionId?: string; code?: string }
  if (created.sessionId === undefined) throw new Error(`the reply to signing in was ${answer.status} ${created.code}`)
  return created.sessionId
}
